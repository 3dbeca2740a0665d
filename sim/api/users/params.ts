import { since, until } from '../../lib/dialect.ts'
import type { InvalidRow } from '../../model/invalid-row.ts'
import { TAKEN } from '../../model/names.ts'
import type { UserValues } from '../../model/users/users.ts'
import { boolean, integer, type ParamsOf, string } from '../../protocol/params.ts'
import { invalidModel, message } from '../../protocol/refusal.ts'
import { avatar } from '../shared/avatar-params.ts'

/** Attributes of an account that administrators set, besides names and email address. */
export const userParams = {
  admin: boolean(),
  auditor: boolean({
    tier: 'premium',
    about: 'Whether the user reads everything, and writes only where they are a member',
  }),
  external: boolean(),
  private_profile: boolean(),
  bio: string(),
  location: string(),
  organization: string(),
  job_title: string(),
  public_email: string(),
  website_url: string(),
  skype: until('users#later-skype', string()),
  linkedin: string(),
  discord: since('users#later-discord', string()),
  github: since('users#later-github', string()),
  twitter: string(),
  pronouns: string(),
  note: string({ about: 'Note of administrators about the account' }),
  theme_id: integer(),
  color_scheme_id: integer(),
  projects_limit: integer(),
  can_create_group: boolean(),
  extern_uid: string({ about: 'ID of the user at `provider`' }),
  avatar,
  provider: string({ about: 'External provider with which the user signs in' }),
}

const columns = {
  admin: 'admin',
  auditor: 'auditor',
  external: 'external',
  private_profile: 'privateProfile',
  bio: 'bio',
  location: 'location',
  organization: 'organization',
  job_title: 'jobTitle',
  public_email: 'publicEmail',
  website_url: 'websiteUrl',
  skype: 'skype',
  linkedin: 'linkedin',
  discord: 'discord',
  github: 'github',
  twitter: 'twitter',
  pronouns: 'pronouns',
  note: 'note',
  theme_id: 'themeId',
  color_scheme_id: 'colorSchemeId',
  projects_limit: 'projectsLimit',
  can_create_group: 'canCreateGroup',
} as const satisfies { readonly [name: string]: keyof UserValues }

/** The given attributes as columns of the user. */
export function userValuesFrom(params: ParamsOf<typeof userParams>): Partial<UserValues> {
  const given = Object.entries(columns).flatMap(([name, column]) => {
    const value = params[name as keyof typeof columns]
    return value == null ? [] : [[column, value]]
  })
  return Object.fromEntries(given)
}

/** The refusal of an invalid account: a taken user name or email address is a conflict (409). */
export function refusedAccount({ errors }: InvalidRow) {
  if (errors.email?.includes(TAKEN)) return message(409, 'Email has already been taken')
  if (errors.username?.includes(TAKEN)) return message(409, 'Username has already been taken')
  return invalidModel(errors)
}
