import type { Contributor } from '../model/repository/contributors.ts'
import { constant, entity, integer, text } from './entity.ts'

/** An author of the default branch. Lines are not counted any more (repository#contributors). */
export const contributorEntity = entity<Contributor>('Contributor', {
  name: text(({ name }) => name),
  email: text(({ email }) => email),
  commits: integer(({ commits }) => commits),
  additions: { ...constant(0), deprecated: true },
  deletions: { ...constant(0), deprecated: true },
})
