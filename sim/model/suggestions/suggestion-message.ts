import type { Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'

const DEFAULT = 'Apply %{suggestions_count} suggestion(s) to %{files_count} file(s)'
const WITH_AUTHORS = `${DEFAULT}\n\n%{co_authored_by}`

export interface AppliedSuggestion {
  /** The project of the merge request. */
  readonly target: Project
  readonly branch: string
  readonly paths: readonly string[]
  readonly count: number
  readonly user: User
  /** Whoever else made them, where the release names them in the message. */
  readonly coAuthors?: readonly User[] | undefined
}

/**
 * The message of a commit that applies suggestions: the one given, else the project's, else the service's own. In each
 * of them placeholders are filled in; what is none stays as it is (suggestions#placeholders).
 */
export function suggestionMessage(given: string | null, applied: AppliedSuggestion): string {
  const { target, branch, paths, count, user, coAuthors } = applied
  const values: { readonly [name: string]: string } = {
    branch_name: branch,
    files_count: String(paths.length),
    file_paths: [...paths].sort().join(', '),
    project_name: target.name,
    project_path: target.path,
    user_full_name: user.name,
    username: user.username,
    suggestions_count: String(count),
    ...(coAuthors && {
      co_authored_by: coAuthors.map(({ name, email }) => `Co-authored-by: ${name} <${email}>`).join('\n'),
    }),
  }
  const template =
    [given, target.settings.suggestionCommitMessage].find((text) => text?.trim()) ??
    (coAuthors ? WITH_AUTHORS : DEFAULT)
  const filled = template.replace(/%\{([a-z_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] as string) : whole,
  )
  return coAuthors ? filled.trimEnd() : filled
}
