import type { Steps } from '../../../lib/steps.ts'
import type { Instant } from '../../../time/calendar.ts'
import type { AccessLevel } from '../../members/access-level.ts'
import type { ImportStats } from '../../project-import/project-import.ts'

/** The details of a repository, before anything is fetched. */
export interface ExternalRepositoryDetails {
  /** `source/source-repo` */
  readonly fullName: string
  readonly name: string
  readonly private: boolean
  readonly bytes: number
}

/** A fetched repository: the archive of a project, and how much of each kind there was. */
export interface FetchedRepository {
  readonly archive: Uint8Array
  readonly counts: ImportStats['fetched']
  /** What the host was not asked for, for its amount, and what cannot be imported. */
  readonly failures?: readonly { readonly relation: string; readonly message: string }[]
  /** Those who are to become members, if they have an account here. */
  readonly collaborators?: readonly Collaborator[]
}

/** Somebody of the host, by the address that they show there. */
export interface Collaborator {
  readonly email: string
  readonly level: AccessLevel
}

/** For whom a repository is fetched. */
export interface Destination {
  /** The username of the importer. */
  readonly importer: string
  /** The address of the project here. */
  readonly projectUrl: string
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
  fetch(now: Instant, to: Destination): Steps<FetchedRepository>
}
