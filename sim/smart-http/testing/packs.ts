import { type GitObject, makeTree, memoryObjects } from '../../git/objects.ts'
import { encodePack } from '../../git/pack/pack.ts'
import { FLUSH, pktLine } from '../../git/pack/pkt-line.ts'
import { concat, concatAll, utf8 } from '../../lib/bytes.ts'
import type { PlainRequest } from '../../protocol/message.ts'

const NONE = '0'.repeat(40)
const who = { name: 'Alice', email: 'alice@example.com', at: 1_700_000_000_000, offset: 0 }

/** A commit of so many files, and the pack that brings all of it. `more` is added to each. */
export function packOfFiles(count: number, about = 'file', more: (i: number) => string = () => '') {
  const objects = memoryObjects()
  const ids: string[] = []
  const put = (object: GitObject) => {
    const id = objects.put(object)
    ids.push(id)
    return id
  }
  const entries = Array.from({ length: count }, (_, i) => ({
    mode: '100644' as const,
    name: `${about}-${i}.txt`,
    id: put({ type: 'blob', bytes: utf8(`${about} ${i}\n${more(i)}`) }),
  }))
  const tree = put(makeTree(entries))
  const tip = put({ type: 'commit', tree, parents: [], author: who, committer: who, message: `${about}\n` })
  return { tip, pack: encodePack(objects, ids), ids }
}

interface Sent {
  readonly tip: string
  readonly pack: Uint8Array
}

/** The request of a git client that creates a branch of a project of alice with it. */
export function pushOf(sent: Sent, branch: string) {
  return pushOfMany(sent, [branch])
}

/** The same for many branches. */
export function pushOfMany({ tip, pack }: Sent, branches: readonly string[]) {
  const lines = branches.map((branch, i) =>
    pktLine(`${NONE} ${tip} refs/heads/${branch}${i === 0 ? '\0report-status' : ''}`),
  )
  return {
    method: 'POST',
    url: '/alice/dotfiles.git/git-receive-pack',
    headers: { authorization: `Basic ${btoa('any:alice-token')}` },
    body: concatAll([...lines, FLUSH, pack]),
  } satisfies PlainRequest
}

/** The request of a git client that clones what a commit leads to. */
export function cloneOf(tip: string) {
  return {
    method: 'POST',
    url: '/alice/dotfiles.git/git-upload-pack',
    headers: { authorization: `Basic ${btoa('any:alice-token')}` },
    body: concat(pktLine(`want ${tip} no-progress\n`), FLUSH, pktLine('done\n')),
  } satisfies PlainRequest
}
