import type { Project } from '../../projects/project.ts'
import type { World } from '../../world.ts'

/** The details of a repository, before anything is fetched. */
export interface ExternalRepositoryDetails {
  /** `source/source-repo` */
  readonly fullName: string
  readonly name: string
  readonly private: boolean
  readonly bytes: number
}

/** A fetched repository: a project in a world of its own. */
export interface FetchedRepository {
  readonly world: World
  readonly project: Project
}

/** Another host refused a request, or did not answer. */
export class ExternalHostRefusal extends Error {
  /** Undefined where there was no answer. */
  readonly status: number | undefined
  constructor(status: number | undefined, told: string) {
    super(told)
    this.name = 'ExternalHostRefusal'
    this.status = status
  }
}

/** One repository of another host. Every call may throw an ExternalHostRefusal. */
export interface ExternalRepository {
  about(): ExternalRepositoryDetails
  fetch(): FetchedRepository
}
