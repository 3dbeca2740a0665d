import { sha256Hex } from '../../../lib/hash.ts'
import { isoTime } from '../../../time/calendar.ts'
import type { Project } from '../../projects/project.ts'
import type { Snippet } from '../../snippets/snippet.ts'
import { nextId } from '../../world.ts'
import { type Fields, fieldsOf } from './field.ts'
import { awardsOn, notesOn } from './notes.ts'
import type { Relation } from './relation.ts'
import { person, text, textOrNull, time, title } from './types.ts'
import { visibilityLevel } from './visibility.ts'

const { column, told, always } = fieldsOf<Snippet>()

const UNNAMED = 'snippetfile1.txt'

function isFileName(name: string): boolean {
  return /^[\p{L}\p{N}_.+@-]{1,255}$/u.test(name) && !/^\.{1,2}$|^\.git$/i.test(name)
}

const fields: Fields<Snippet> = {
  title: column('title', title()),
  content: {
    write: ({ files }) => files[0]?.content ?? '',
    read: (given, into, whole) => {
      const path = text.read(whole.file_name, into)
      return { files: [{ path: isFileName(path) ? path : UNNAMED, content: text.read(given, into) }] }
    },
  },
  author_id: column('authorId', person),
  project_id: told(({ projectId }) => projectId),
  created_at: column('createdAt', time),
  updated_at: column('updatedAt', time),
  file_name: told(({ files }) => files[0]?.path ?? ''),
  visibility_level: column('visibility', visibilityLevel),
  description: column('description', textOrNull),
  encrypted_secret_token: always(null),
  secret: always(false),
}

/** Snippets of a project. What is in their files beyond the first one travels in bundles. */
export const snippets: Relation<Snippet, Project> = {
  name: 'snippets',
  shape: 'many',
  rows: (project, { world }) =>
    world.snippets
      .by('byProject', project.id)
      .list()
      .sort((a, b) => a.id - b.id),
  fields,
  parts: [notesOn<Snippet>('Snippet'), awardsOn<Snippet>('Snippet')],
  put: (columns, project, { world }) =>
    world.snippets.insert({
      ...(columns as Snippet),
      id: nextId(world, 'snippets'),
      projectId: project.id,
    }),
}

/** The name of a snippet's bundle. */
export function snippetBundle({ title: name, description, createdAt, updatedAt }: Snippet): string {
  const written = (at: number) => isoTime(at).replace('T', ' ').replace(/\..*$/, ' UTC')
  return `snippets/${sha256Hex(`${name}${description ?? ''}${written(createdAt)}${written(updatedAt)}`)}.bundle`
}
