import type { ApprovalSettings, ChosenSettings, Feature, FeatureLevel, ProjectSettings } from './project.ts'
import type { Visibility } from './visibility.ts'

/** Columns that a client may choose, at creation and later. */
export interface ProjectValues {
  readonly description?: string | null
  readonly visibility?: Visibility
  readonly defaultBranch?: string
  readonly topics?: readonly string[]
  readonly repositoryStorage?: string
  readonly features?: Partial<{ readonly [name in Feature]: FeatureLevel }>
  readonly settings?: Partial<ProjectSettings>
  readonly chosen?: ChosenSettings
  readonly approvals?: Partial<ApprovalSettings>
}
