import { isApplicable } from '../model/suggestions/apply-suggestions.ts'
import type { Suggestion } from '../model/suggestions/suggestion.ts'
import { entity, flag, integer, text } from './entity.ts'

const applicable = flag<Suggestion>((suggestion, { world }) => isApplicable(world, suggestion))

export const suggestionEntity = entity<Suggestion>('Suggestion', {
  id: integer(({ id }) => id),
  from_line: integer(({ fromLine }) => fromLine),
  to_line: integer(({ toLine }) => toLine),
  // One name in the specification, the other on the wire of the service (suggestions#object).
  appliable: applicable,
  applicable,
  applied: flag(({ applied }) => applied),
  from_content: text(({ fromContent }) => fromContent),
  to_content: text(({ toContent }) => toContent),
})
