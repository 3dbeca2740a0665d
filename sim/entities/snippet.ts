import { since } from '../lib/dialect.ts'
import { visibilities } from '../model/projects/visibility.ts'
import type { Snippet } from '../model/snippets/snippet.ts'
import { instanceOf } from '../model/world.ts'
import {
  constant,
  entity,
  integer,
  json,
  nullable,
  one,
  oneOfTexts,
  text,
  timestamp,
  url,
  type View,
  when,
} from './entity.ts'
import { imported } from './imported.ts'
import { host } from './project.ts'
import { userRefEntity } from './user-ref.ts'

/** A snippet as a search shows it (search#shown-fields). */
export const snippetEntity = entity<Snippet>('Snippet', {
  id: integer(({ id }) => id),
  title: text(({ title }) => title),
  description: nullable(text(({ description }) => description as string)),
  visibility: oneOfTexts(visibilities, ({ visibility }) => visibility),
  author: one(userRefEntity, ({ authorId }, { world }) => world.users.require(authorId)),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
  project_id: nullable(integer(({ projectId }) => projectId as number)),
  web_url: url((snippet, view) => view.url(pageOf(snippet, view))),
  raw_url: url((snippet, view) => view.url(`${pageOf(snippet, view)}/raw`)),
  ssh_url_to_repo: url((snippet, view) => `git@${host(view)}:${repositoryOf(snippet, view)}`),
  http_url_to_repo: url((snippet, view) => view.url(repositoryOf(snippet, view))),
  file_name: text(({ files }) => files[0]?.path ?? ''),
  files: json(
    { type: 'array', items: { type: 'object', required: ['path', 'raw_url'] } },
    (snippet, view) => {
      const raw = `${pageOf(snippet, view)}/raw/${instanceOf(view.world).defaultBranch}`
      return snippet.files.map(({ path }) => ({ path, raw_url: view.url(`${raw}/${path}`) }))
    },
  ),
  ...imported<Snippet>(),
  repository_storage: since(
    'snippets#later-repository-storage',
    when((_, { admin }) => admin, constant<Snippet>('default')),
  ),
})

function pageOf(snippet: Snippet, view: View): string {
  return `${ofProject(snippet, view, '/')}-/snippets/${snippet.id}`
}

function repositoryOf(snippet: Snippet, view: View): string {
  return `${ofProject(snippet, view, '/')}snippets/${snippet.id}.git`
}

function ofProject({ projectId }: Snippet, { world }: View, end: string): string {
  return projectId === null ? '' : world.projects.require(projectId).fullPath + end
}
