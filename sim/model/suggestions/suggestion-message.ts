import type { Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'

const DEFAULT = 'Apply %{suggestions_count} suggestion(s) to %{files_count} file(s)'

export interface AppliedSuggestion {
  /** The project of the merge request. */
  readonly target: Project
  readonly branch: string
  readonly paths: readonly string[]
  readonly count: number
  readonly user: User
}

/**
 * The message of a commit that applies suggestions: the one given, else the project's, else the service's own. In each
 * of them placeholders are filled in; what is none stays as it is (suggestions#placeholders).
 */
export function suggestionMessage(given: string | null, applied: AppliedSuggestion): string {
  const { target, branch, paths, count, user } = applied
  const values: { readonly [name: string]: string } = {
    branch_name: branch,
    files_count: String(paths.length),
    file_paths: [...paths].sort().join(', '),
    project_name: target.name,
    project_path: target.path,
    user_full_name: user.name,
    username: user.username,
    suggestions_count: String(count),
  }
  const template = [given, target.settings.suggestionCommitMessage].find((text) => text?.trim()) ?? DEFAULT
  return template.replace(/%\{([a-z_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] as string) : whole,
  )
}
