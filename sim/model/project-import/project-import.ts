import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import type { ExternalHostKind } from '../external-import/external-host.ts'
import type { OptionalStages } from '../external-import/optional-stages.ts'
import type { ProjectValues } from '../projects/project-values.ts'

/** From where the content of an imported project comes. */
export type ImportSource =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 's3'
      readonly region: string
      readonly bucket: string
      readonly key: string
      readonly accessKeyId: string
      readonly accessSecret: string
    }
  /** A repository of another host, and the credential with which it is read. */
  | {
      readonly kind: 'remote'
      readonly host: ExternalHostKind
      /** The address of the host; null for the one that the world describes. */
      readonly url: string | null
      /** What the host calls the repository: a number, or `KEY/slug`. */
      readonly repository: string
      readonly username: string | null
      readonly accessToken: string
      /** Rows that the host is asked for at once; 100 where nobody said. */
      readonly pageSize?: number
      readonly stages?: OptionalStages
    }

/** How a project came into being by an import; the id is the project's. */
export interface ProjectImport {
  readonly id: number
  /** Who imports. */
  readonly userId: number
  /** Number of the request that started it. */
  readonly correlationId: string
  /** Null once it is over, and for what is read elsewhere. */
  readonly source: ImportSource | null
  /** Values that win over those of the archive. */
  readonly override: ProjectValues
  /** The project whose place it takes in the end, by path and name there. */
  readonly replaces: { readonly path: string; readonly name: string | null } | null
  /** What it was called on the host that it comes from; null for archives. */
  readonly origin: string | null
  /** Counts of what was fetched from another host and imported; null for archives. */
  readonly stats: ImportStats | null
}

export interface ImportStats {
  readonly fetched: { readonly [kind: string]: number }
  readonly imported: { readonly [kind: string]: number }
}

export const projectImportsTable = table<ProjectImport>()('projectImports', {
  byProject: index((it) => [it.id]),
})

/** Something that could not be imported while the rest was. */
export interface ImportFailure {
  readonly id: number
  readonly projectId: number
  readonly exceptionClass: string
  readonly exceptionMessage: string
  readonly source: string
  readonly relationName: string
  /** Counted from 0 in the file of the relation. */
  readonly lineNumber: number
  readonly createdAt: Instant
}

export const importFailuresTable = table<ImportFailure>()('importFailures', {
  byProject: index((failure) => [failure.projectId]),
})
