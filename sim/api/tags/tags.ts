import { tagEntity } from '../../entities/tag.ts'
import { since } from '../../lib/dialect.ts'
import { TAGS, type TagRef, tagAt, tagNamed } from '../../model/branches/branches.ts'
import { tagRefs } from '../../model/branches/ref-orders.ts'
import type { Project } from '../../model/projects/project.ts'
import { protectionsCovering } from '../../model/protected-tags/protections.ts'
import { deleteTag as removeTag } from '../../model/repository/new-commit.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import { recordPush } from '../../model/users/events.ts'
import type { World } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
import { mapListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { message, notFound } from '../../protocol/refusal.ts'
import { createTagAt } from '../shared/new-tag.ts'
import { refList } from '../shared/ref-list.ts'

const name = required(string({ about: 'Name of the tag' }))

export const listTags = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/tags',
    summary: 'List the tags of a repository',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    needs: 'read_code',
    params: {
      sort: withDefault(oneOf(['asc', 'desc']), 'desc'),
      order_by: withDefault(oneOf(['name', 'updated', 'version']), 'updated'),
      search: string({ about: 'Part of a name; `^` and `$` match its start and end' }),
    },
    answers: { many: tagEntity },
    beyond: true,
  },
  ({ world, project, params }) => {
    const refs = refList(world, tagRefs(world, project, params.order_by), {
      walk: params.sort === 'desc' ? 'descending' : 'ascending',
      prefix: TAGS,
      search: params.search,
    })
    return mapListing(refs, (ref) => tagAt(world, project, ref) as TagRef)
  },
)

export const getTag = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/tags/:tag_name',
    summary: 'Get a tag',
    accepts: since('tags#later-by-job', ['job_token']),
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    needs: 'read_code',
    params: { tag_name: name },
    dotted: ['tag_name'],
    answers: { one: tagEntity },
    beyond: true,
  },
  ({ world, project, params }) => named(world, project, params.tag_name),
)

export const createTag = operation(
  {
    method: 'POST',
    path: '/projects/:id/repository/tags',
    summary: 'Create a tag',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    needs: 'push_code',
    params: {
      tag_name: name,
      ref: required(string({ about: 'Branch, tag or commit' })),
      message: string({ about: 'Message, which makes the tag annotated' }),
    },
    answers: { status: 201, one: tagEntity },
    beyond: true,
  },
  ({ world, project, params, view }) => {
    const ref = params.ref ?? ''
    const wish = { name: params.tag_name ?? '', sha: commitNamed(world, project, ref), ref }
    const problem = createTagAt(view.situation, project, { ...wish, message: params.message ?? null })
    if (problem !== undefined) throw message(400, problem)
    return named(world, project, wish.name)
  },
)

export const deleteTag = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/projects/:id/repository/tags/:tag_name',
    summary: 'Delete a tag',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    needs: 'push_code',
    params: { tag_name: name },
    dotted: ['tag_name'],
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, caller, project, params, now, unmodified }) => {
    const tag = named(world, project, params.tag_name)
    unmodified({ updatedAt: tag.commit.commit.author.at })
    const isProtected =
      protectionsCovering(world.protectedTags.by('byProject', project.id).ascending(), tag.name).length > 0
    if (isProtected && !can({ world, caller, now }, 'admin_project', project))
      throw message(
        400,
        'You are not allowed to delete protected tags from this project. Only a project maintainer or owner can delete a protected tag.',
      )
    removeTag(world, project, tag.name)
    const pushed = { refType: 'tag', ref: tag.name, from: tag.target, to: null } as const
    recordPush(world, project, caller.user?.id ?? 0, pushed, now)
    return undefined
  },
)

function named(world: World, project: Project, name: string | null): TagRef {
  const tag = tagNamed(world, project, name ?? '')
  if (tag === undefined) throw notFound('Tag')
  return tag
}
