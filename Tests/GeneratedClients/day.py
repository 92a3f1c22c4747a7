"""A day's work with a client that openapi-python-client generated.

usage: day.py URL TOKEN AUDIO
"""

import json, sys, time
from pathlib import Path

from speechmemo.api.memos import (
    add_memo, change_memo, delete_memos, edit_transcript, get_audio, get_memo, get_transcript,
    list_memos, restore_memo, trash_memo,
)
from speechmemo.api.search import search_memos
from speechmemo.api.transcripts import list_versions
from speechmemo.client import AuthenticatedClient
from speechmemo.models import (
    GetTranscriptFormat, MemoChange, MemoForm, MemoIDs, TextChange, Transcription,
)
from speechmemo.types import File

url, token, sound = sys.argv[1:]
client = AuthenticatedClient(url, token, raise_on_unexpected_status=True)
audio = Path(sound).read_bytes()


def show(*values):
    print(json.dumps(values, separators=(",", ":")))


with open(sound, "rb") as file:
    form = MemoForm(File(file, "talk.wav"), title="Planning", tags="plans,work", favorite=True)
    memo = add_memo.sync(client=client, body=form)
id = memo.id
while (state := memo.transcription.status.value) != "done":
    if state == "failed":
        sys.exit(memo.transcription.reason)
    time.sleep(0.05)
    memo = get_memo.sync(id, client=client)
show(memo.title, memo.tags, memo.favorite, memo.audio.byte_count == len(audio))

page = list_memos.sync(client=client, tag=["work"], limit=1)
show([one.id == id for one in page.memos])

transcript = Transcription.from_dict(json.loads(get_transcript.sync(id, client=client)))
was = transcript.segments[0].text
change = TextChange(segment=0, text="one budget", was=was)
edited = edit_transcript.sync(id, client=client, body=change)
show(was, edited.segments[0].text)
show([one.author.value for one in list_versions.sync(id, client=client).versions])

show(change_memo.sync(id, client=client, body=MemoChange(title="Money")).title)
hit = search_memos.sync(client=client, q="budget", favorite=True).hits[0]
show(hit.memo.title, hit.places[0].excerpt)

captions = get_transcript.sync(id, client=client, format_=GetTranscriptFormat.SRT)
show(captions.splitlines()[:3])
show(get_audio.sync_detailed(id, client=client).content == audio)

trash_memo.sync_detailed(id, client=client)
show(restore_memo.sync(id, client=client, idempotency_key="restore-1").id == id)
trash_memo.sync_detailed(id, client=client)
deleted = delete_memos.sync(client=client, body=MemoIDs([id]))
show([one.status.value for one in deleted.items])
problem = get_memo.sync(id, client=client)
show(problem.status, problem.code)
