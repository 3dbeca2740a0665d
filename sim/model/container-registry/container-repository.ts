import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** A repository of container images. Nothing pushes images here: they come with the world. */
export interface ContainerRepository {
  readonly id: number
  readonly projectId: number
  /** Below the path of the project; empty for the images of the project itself. */
  readonly name: string
  readonly tags: readonly string[]
  readonly createdAt: Instant
}

export const containerRepositoriesTable = table<ContainerRepository>()('containerRepositories', {
  byProject: index((it) => [it.projectId, it.name]),
})
