import type { Row } from '../kit/json.ts'

/** Who may use a part of a project: nobody, its members, or everybody who may see the project. */
export type FeatureLevel = 'disabled' | 'private' | 'enabled' | 'public'

/** What a project tells of itself that decides what may be done in it, whatever the table of roles says. */
export interface ProjectState {
  readonly archived: boolean
  /** Marked for deletion, or being deleted. */
  readonly leaving: boolean
  /** Nothing was ever pushed to its repository. */
  readonly empty: boolean
  /** Jobs are shown to Guests and to strangers; undefined where the target tells nothing of it. */
  readonly publicJobs?: boolean
  /** By the name that the attribute `…_access_level` has; a part that the target tells nothing of is absent. */
  readonly features: { readonly [feature: string]: FeatureLevel | undefined }
}

const levels: readonly FeatureLevel[] = ['disabled', 'private', 'enabled', 'public']

/** Reads the state from a project as its owner is shown it. */
export function projectState(row: Row): ProjectState {
  const entries = Object.entries(row).flatMap(([name, value]) => {
    const level = levels.find((candidate) => candidate === value)
    return name.endsWith('_access_level') && level !== undefined
      ? [[name.slice(0, -'_access_level'.length), level] as const]
      : []
  })
  // Packages have no level, only a switch.
  const packages = row.packages_enabled === false ? { packages: 'disabled' as const } : {}
  return {
    archived: row.archived === true,
    leaving: typeof row.marked_for_deletion_on === 'string' || typeof row.marked_for_deletion_at === 'string',
    empty: row.empty_repo === true,
    ...(typeof row.public_jobs === 'boolean' && { publicJobs: row.public_jobs }),
    features: { ...Object.fromEntries(entries), ...packages },
  }
}
