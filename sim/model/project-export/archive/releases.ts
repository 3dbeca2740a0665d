import { InvalidRow } from '../../invalid-row.ts'
import type { Project } from '../../projects/project.ts'
import { linkTypes, type Release, type ReleaseLink } from '../../releases/release.ts'
import { addLink, linksOf } from '../../releases/releases.ts'
import { nextId } from '../../world.ts'
import { type Field, fieldsOf, InvalidArchiveRow, isObject, itemsOf } from './field.ts'
import { milestoneField } from './milestones.ts'
import type { Relation } from './relation.ts'
import { objectIdOrNull, personOrNull, text, textOrNull, time, title, word } from './types.ts'

const link = fieldsOf<ReleaseLink>()

const links: Relation<ReleaseLink, Release> = {
  name: 'links',
  shape: 'many',
  rows: (release, { world }) => linksOf(world, release).reverse(),
  fields: {
    url: link.column('url', text),
    name: link.column('name', text),
    filepath: link.column('filepath', textOrNull),
    link_type: link.column('type', word(linkTypes, 'other')),
  },
  put: (columns, release, { world }) => {
    const { url, name, filepath, type } = columns as ReleaseLink
    try {
      return addLink(world, release, { url, name, filepath, type })
    } catch (problem) {
      if (!(problem instanceof InvalidRow)) throw problem
      throw new InvalidArchiveRow('Validation failed: Links is invalid')
    }
  },
}

const carried = milestoneField<{ readonly milestoneId: number | null }>()

/** The milestones that a release belongs to, whole. */
const milestones: Field<Release> = {
  write: ({ milestoneIds }, out) =>
    milestoneIds.map((milestoneId) => ({ milestone: carried.write({ milestoneId }, out) })),
  read: (given, into) => ({
    milestoneIds: itemsOf(given).flatMap((item) => {
      const { milestoneId } = carried.read(isObject(item) ? item.milestone : undefined, into, {})
      return milestoneId == null ? [] : [milestoneId]
    }),
  }),
}

const { column, told } = fieldsOf<Release>()

export const releases: Relation<Release, Project> = {
  name: 'releases',
  shape: 'many',
  rows: (project, { world }) =>
    world.releases
      .by('byProject', project.id)
      .list()
      .sort((a, b) => a.id - b.id),
  fields: {
    tag: column('tag', title()),
    description: column('description', textOrNull),
    project_id: told(({ projectId }) => projectId),
    created_at: column('createdAt', time),
    updated_at: column('updatedAt', time),
    author_id: column('authorId', personOrNull),
    name: column('name', text),
    sha: column('sha', objectIdOrNull),
    released_at: column('releasedAt', time),
    milestone_releases: milestones,
  },
  parts: [links],
  put: (columns, project, { world }) => {
    const release = columns as Release
    if (world.releases.find('byProject', project.id, release.tag) !== undefined)
      throw new InvalidArchiveRow('Validation failed: Tag has already been taken')
    return world.releases.insert({ ...release, id: nextId(world, 'releases'), projectId: project.id })
  },
}
