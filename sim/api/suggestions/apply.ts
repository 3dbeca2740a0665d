import { suggestionEntity } from '../../entities/suggestion.ts'
import { applySuggestions, destinationOf, NotApplicable } from '../../model/suggestions/apply-suggestions.ts'
import type { Suggestion } from '../../model/suggestions/suggestion.ts'
import type { User } from '../../model/users/user.ts'
import type { Situation } from '../../policy/abilities.ts'
import { mayPush } from '../../policy/branches.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, integerList, required, string } from '../../protocol/params.ts'
import { forbidden, message } from '../../protocol/refusal.ts'

const common = { method: 'PUT', refuses: [404], source: 'specification 2, Suggestions' } as const
const commitMessage = string({
  about: "Instead of the project's or the service's own; with placeholders such as `%{file_paths}`",
})

export const applySuggestion = operation(
  {
    ...common,
    path: '/suggestions/:id/apply',
    summary: 'Apply a suggestion to the source branch of its merge request',
    params: { id: required(integer({ about: 'ID of the suggestion' })), commit_message: commitMessage },
    answers: { one: suggestionEntity },
  },
  ({ world, params, view }) => {
    const suggestion = world.suggestions.get(params.id ?? 0)
    if (suggestion === undefined)
      throw message(404, 'Suggestion is not applicable as the suggestion was not found.')
    return applied(view.situation, [suggestion], params.commit_message)[0] as Suggestion
  },
)

export const applySuggestionsAtOnce = operation(
  {
    ...common,
    path: '/suggestions/batch_apply',
    summary: 'Apply several suggestions of one source branch in one commit',
    params: {
      ids: required(integerList({ about: 'IDs of the suggestions' })),
      commit_message: commitMessage,
    },
    answers: { many: suggestionEntity, paging: 'none' },
  },
  ({ world, params, view }) => {
    const { ids } = params
    const wanted = [...new Set(ids)].sort((a, b) => a - b)
    const suggestions = wanted.flatMap((id) => world.suggestions.get(id) ?? [])
    // The service counts what it found, so an id that is given twice is one too many.
    if (suggestions.length !== ids.length || ids.length === 0)
      throw message(404, 'Suggestions are not applicable as one or more suggestions were not found.')
    return listed(applied(view.situation, suggestions, params.commit_message))
  },
)

/** Whether the caller may push is asked of each suggestion, before any of them is looked at (dossier 2, section 7). */
function applied(
  situation: Situation,
  suggestions: readonly Suggestion[],
  text: string | null | undefined,
): Suggestion[] {
  const { world, caller, now } = situation
  for (const suggestion of suggestions) {
    const to = destinationOf(world, suggestion)
    if (to === undefined || !mayPush(situation, to.project, to.branch)) throw forbidden()
  }
  try {
    return applySuggestions(world, suggestions, text ?? null, caller.user as User, now)
  } catch (problem) {
    throw problem instanceof NotApplicable ? message(400, problem.message) : problem
  }
}
