import type { ContainerRepository } from '../model/container-registry/container-repository.ts'
import { constant, entity, integer, many, text, timestamp, type View, when } from './entity.ts'

interface ImageTag {
  readonly name: string
  readonly path: string
  readonly location: string
}

const tagEntity = entity<ImageTag>('ImageTag', {
  name: text(({ name }) => name),
  path: text(({ path }) => path),
  location: text(({ location }) => location),
})

function pathOf({ projectId, name }: ContainerRepository, { world }: View): string {
  const { fullPath } = world.projects.require(projectId)
  return (name === '' ? fullPath : `${fullPath}/${name}`).toLowerCase()
}

function locationOf(repository: ContainerRepository, view: View): string {
  return `${view.url('').replace(/^https?:\/\//, '')}${pathOf(repository, view)}`
}

const asked = (name: string) => (_: ContainerRepository, view: View) => view.asked(name) === true

export const containerRepositoryEntity = entity<ContainerRepository>('ContainerRepository', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  path: text(pathOf),
  project_id: integer(({ projectId }) => projectId),
  location: text(locationOf),
  created_at: timestamp(({ createdAt }) => createdAt),
  cleanup_policy_started_at: constant(null),
  status: constant(null),
  tags_count: when(
    asked('tags_count'),
    integer(({ tags }: ContainerRepository) => tags.length),
  ),
  tags: when(
    asked('tags'),
    many(tagEntity, (it: ContainerRepository, view) =>
      it.tags.map((name) => ({
        name,
        path: `${pathOf(it, view)}:${name}`,
        location: `${locationOf(it, view)}:${name}`,
      })),
    ),
  ),
})
