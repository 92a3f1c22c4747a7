// The scopes of this session's token.

let scopes = null;

export function useScopes(all) { scopes = all; }

// Everything is offered until the server has answered.
export const may = (scope) => scopes?.includes(scope) ?? true;
