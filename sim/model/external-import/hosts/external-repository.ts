import type { Project } from '../../projects/project.ts'
import type { World } from '../../world.ts'

/** What another host tells of a repository before anything is fetched. */
export interface ExternalRepositoryDetails {
  /** `source/source-repo` */
  readonly fullName: string
  readonly name: string
  readonly private: boolean
  readonly bytes: number
}

/** A repository that was fetched: a project in a world of its own. */
export interface FetchedRepository {
  readonly world: World
  readonly project: Project
}

/** Another host answered that it will not, or not at all. */
export class ExternalHostRefusal extends Error {
  /** Undefined where there was no answer. */
  readonly status: number | undefined
  constructor(status: number | undefined, told: string) {
    super(told)
    this.name = 'ExternalHostRefusal'
    this.status = status
  }
}

/** One repository of another host. Every call may throw a FarRefusal. */
export interface ExternalRepository {
  about(): ExternalRepositoryDetails
  fetch(): FetchedRepository
}
