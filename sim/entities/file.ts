import { textToJson } from '../lib/json.ts'
import { Pace } from '../lib/steps.ts'
import type { ProjectCommit } from '../model/commits/project-commit.ts'
import type { FileAtCommit } from '../model/repository/files.ts'
import { blamedCommitEntity } from './commit.ts'
import { encoded, entity, flag, integer, one, text, texts, type View } from './entity.ts'

/** A file, and the branch, tag or commit as the client named it. */
export interface NamedFile extends FileAtCommit {
  readonly ref: string
  /** The latest commit that changed it. */
  readonly lastCommitId: string
  /** SHA-256 of its content. */
  readonly sha256: string
}

export const fileEntity = entity<NamedFile>('File', {
  file_name: text(({ name }) => name),
  file_path: text(({ path }) => path),
  size: integer(({ bytes }) => bytes.length),
  encoding: text(() => 'base64'),
  content_sha256: text(({ sha256 }) => sha256),
  ref: text(({ ref }) => ref),
  blob_id: text(({ blobId }) => blobId),
  commit_id: text(({ commitId }) => commitId),
  last_commit_id: text(({ lastCommitId }) => lastCommitId),
  execute_filemode: flag(({ executable }) => executable),
  content: encoded(({ bytes }) => bytes),
})

/** Lines of a file that came with the same commit. */
export interface BlamedLines {
  readonly commit: ProjectCommit
  readonly lines: readonly string[]
}

/** Bytes that take as long to write as what stands around a line. */
const EACH_LINE = 32

const blamedCommit = one(blamedCommitEntity, ({ commit }: BlamedLines) => commit)

export const blamedLinesEntity = entity<BlamedLines>('BlamedLines', {
  // Two commits that take turns line by line are each written once.
  commit: {
    ...blamedCommit,
    write: (row, view) => answered(view, `blamed ${row.commit.id}`, () => blamedCommit.write(row, view)),
  },
  lines: {
    ...texts<BlamedLines>(({ lines }) => lines),
    *steps({ lines }) {
      const pace = new Pace()
      let text = ''
      for (const line of lines) {
        text += `${text === '' ? '' : ','}${textToJson(line)}`
        if (pace.of(line.length + EACH_LINE)) yield
      }
      return `[${text}]`
    },
  },
})

function answered(view: View, question: string, answer: () => string): string {
  const known = view.answers.get(question)
  if (typeof known === 'string') return known
  const text = answer()
  view.answers.set(question, text)
  return text
}
