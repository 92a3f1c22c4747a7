// The text of the search field: words, and tags written as tag:work or tag:"two words".

export function parsed(text) {
  const tags = [];
  const words = text.replace(/(^|\s)tag:(?:"([^"]*)"?|(\S*))/gi, (_, space, quoted, plain) => {
    const tag = (quoted ?? plain).trim();
    if (tag) tags.push(tag);
    return space;
  });
  return { words: words.trim(), tags };
}

export const tagText = (tag) => (/\s/.test(tag) ? `tag:"${tag}"` : `tag:${tag}`);
