import { type AccessLevel, accessLevels } from '../../members/access-level.ts'
import type { AskedOneByOne } from './asked-one-by-one.ts'
import type { Collaborator } from './external-repository.ts'
import { type Row, textIn } from './rest.ts'

const levels: { readonly [role: string]: AccessLevel } = {
  __proto__: null as never,
  read: accessLevels.guest,
  triage: accessLevels.reporter,
  write: accessLevels.developer,
  maintain: accessLevels.maintainer,
  admin: accessLevels.owner,
}

/** Those who may use the repository itself, without outside collaborators, who show an address. */
export function collaboratorsOf(
  list: (affiliation: 'direct' | 'outside') => readonly Row[],
  account: (login: string) => Row | undefined,
  asked: AskedOneByOne,
): readonly Collaborator[] {
  const outside = new Set(list('outside').map(({ id }) => id))
  const inside = list('direct').filter(({ id }) => !outside.has(id))
  return inside.flatMap((row) => {
    const [login, role] = [textIn(row, 'login') ?? '', textIn(row, 'role_name') ?? '']
    const level = levels[role]
    if (level === undefined) {
      asked.refuse('collaborators', `Unknown GitHub role: ${role}`)
      return []
    }
    const of = 'Addresses of N collaborators'
    const email = textIn(
      asked.ask('collaborators', of, () => account(login), undefined),
      'email',
    )
    return email === null ? [] : [{ email, level }]
  })
}
