import { entity, text } from './entity.ts'

/** A section of a changelog, in Markdown. */
export interface Changelog {
  readonly notes: string
}

export const changelogEntity = entity<Changelog>('Changelog', { notes: text(({ notes }) => notes) })
