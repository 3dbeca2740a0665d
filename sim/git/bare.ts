import { zlibSync } from 'fflate/browser'
import { concat, utf8 } from '../lib/bytes.ts'
import { encode, type ObjectStore } from './objects.ts'
import type { Ref } from './refs.ts'
import { selectObjects } from './selection.ts'

/** A file of a repository without a work tree. */
export interface BareFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** The files of a repository as git keeps them, each object on its own. */
export function bareFiles(objects: ObjectStore, refs: readonly Ref[], branch: string): BareFile[] {
  const ids = selectObjects(objects, { wants: refs.map(({ id }) => id), haves: [] })
  return [
    { path: 'HEAD', bytes: utf8(`ref: refs/heads/${branch}\n`) },
    {
      path: 'config',
      bytes: utf8('[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n'),
    },
    { path: 'packed-refs', bytes: utf8(refs.map(({ name, id }) => `${id} ${name}\n`).join('')) },
    ...ids.map((id) => ({ path: `objects/${id.slice(0, 2)}/${id.slice(2)}`, bytes: loose(objects, id) })),
  ]
}

function loose(objects: ObjectStore, id: string): Uint8Array {
  const object = objects.get(id)
  if (object === undefined) throw new Error(`object ${id} is missing`)
  const payload = encode(object)
  return zlibSync(concat(utf8(`${object.type} ${payload.length}\0`), payload))
}
