import { table } from '../../store/database.ts'

/** What the pages of the installation say of it. */
export interface Appearance {
  readonly id: 1
  readonly texts: { readonly [name: string]: string }
  readonly emailHeaderAndFooter: boolean
}

export const appearancesTable = table<Appearance>()('appearances', {})
