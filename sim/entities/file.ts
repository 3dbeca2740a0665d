import { base64 } from '../lib/bytes.ts'
import { sha256Hex } from '../lib/hash.ts'
import type { ProjectCommit } from '../model/branches/branches.ts'
import type { FileAtCommit } from '../model/repository/files.ts'
import { blamedCommitEntity } from './commit.ts'
import { entity, flag, integer, one, text, texts, type View } from './entity.ts'

/** A file, and the branch, tag or commit as the client named it. */
export interface NamedFile extends FileAtCommit {
  readonly ref: string
}

export const fileEntity = entity<NamedFile>('File', {
  file_name: text(({ name }) => name),
  file_path: text(({ path }) => path),
  size: integer(({ bytes }) => bytes.length),
  encoding: text(() => 'base64'),
  content_sha256: text(({ bytes }) => sha256Hex(bytes)),
  ref: text(({ ref }) => ref),
  blob_id: text(({ blobId }) => blobId),
  commit_id: text(({ commitId }) => commitId),
  last_commit_id: text(({ lastCommitId }) => lastCommitId),
  execute_filemode: flag(({ executable }) => executable),
  content: text(({ bytes }) => base64(bytes)),
})

/** Lines of a file that came with the same commit. */
export interface BlamedLines {
  readonly commit: ProjectCommit
  readonly lines: readonly string[]
}

const blamedCommit = one(blamedCommitEntity, ({ commit }: BlamedLines) => commit)

export const blamedLinesEntity = entity<BlamedLines>('BlamedLines', {
  // Two commits that take turns line by line are each written once.
  commit: {
    ...blamedCommit,
    write: (row, view) => answered(view, `blamed ${row.commit.id}`, () => blamedCommit.write(row, view)),
  },
  lines: texts(({ lines }) => lines),
})

function answered(view: View, question: string, answer: () => string): string {
  const known = view.answers.get(question)
  if (typeof known === 'string') return known
  const text = answer()
  view.answers.set(question, text)
  return text
}
