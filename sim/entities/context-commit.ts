import type { ProjectCommit } from '../model/commits/project-commit.ts'
import { inline, paragraph } from '../model/installation/markdown.ts'
import type { User } from '../model/users/user.ts'
import { commitEntity } from './commit.ts'
import { constant, entity, nullable, one, text, timestamp, url, type View } from './entity.ts'
import { gravatar, userRefEntity } from './user-ref.ts'

const authorEntity = entity<User>('ContextCommitAuthor', {
  ...userRefEntity.fields,
  path: text(({ username }) => `/${username}`),
})

/** A context commit as the service keeps it: without its parents, and with its times in UTC. */
export const contextCommitEntity = entity<ProjectCommit>('ContextCommit', {
  ...commitEntity.fields,
  created_at: timestamp(({ commit }) => commit.committer.at),
  parent_ids: constant(null),
  authored_date: timestamp(({ commit }) => commit.author.at),
  committed_date: timestamp(({ commit }) => commit.committer.at),
  author: nullable(one(authorEntity, authorOf)),
  author_gravatar_url: nullable(
    url(({ commit }, { world }) => gravatar(world, commit.author.email, null) as string),
  ),
  commit_url: url((commit, view) => view.url(pathOf(commit))),
  commit_path: text((commit) => `/${pathOf(commit)}`),
  description_html: text(({ commit }) => {
    const description = commit.message.split('\n').slice(1).join('\n').trim()
    return description === '' ? '' : paragraph(description)
  }),
  title_html: text(({ commit }) => inline(commit.message.split('\n')[0] ?? '')),
  signature_html: constant(null),
  pipeline_status_path: constant(null),
})

function authorOf({ commit }: ProjectCommit, { world }: View): User | undefined {
  return world.users.find('byEmail', commit.author.email.toLowerCase())
}

function pathOf({ project, id }: ProjectCommit): string {
  return `${project.fullPath}/-/commit/${id}`
}
