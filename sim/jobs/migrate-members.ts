import { ExternalHostRefusal } from '../model/external-import/hosts/external-repository.ts'
import { getInstallationList, getInstallationObject } from '../model/external-import/hosts/installation.ts'
import { numberIn, type Row, textIn } from '../model/external-import/hosts/rest.ts'
import type { MemberSource } from '../model/members/member.ts'
import { addMember } from '../model/members/memberships.ts'
import type { User } from '../model/users/user.ts'
import { parseDay } from '../time/calendar.ts'
import { attemptStep, type MigrationRun } from './migration-run.ts'

/** Members whose e-mail addresses are asked for. */
const MOST_ASKED = 100

/** Direct members become members of the same level, where there is somebody of the same e-mail address or name. */
export function migrateMembers(run: MigrationRun, source: MemberSource, sourceId: number): void {
  const { world, remote, entity, user, now } = run
  if (entity.withoutMembers) return
  const path = `/${source}s/${encodeURIComponent(entity.sourceFullPath)}/members`
  const rows = attemptStep(run, 'members', 'extractor', () => getInstallationList(remote, path)) ?? []
  let asked = 0
  for (const row of rows) {
    const member =
      withAddress(world, row) ?? (asked++ < MOST_ASKED ? shown(run, row) : undefined) ?? memberHere(run, row)
    // What an access token stands for stays with the token.
    if (member === undefined || member.bot) continue
    if (world.members.find('bySource', source, sourceId, member.id) !== undefined) continue
    attemptStep(run, 'members', 'loader', () =>
      addMember(
        world,
        {
          source,
          sourceId,
          user: member,
          accessLevel: numberIn(row, 'access_level') ?? 0,
          expiresAt: parseDay(textIn(row, 'expires_at') ?? '') ?? null,
        },
        user,
        now,
      ),
    )
  }
}

// A member is listed without the address that its page may show.
function shown({ world, remote }: MigrationRun, row: Row): User | undefined {
  try {
    return withAddress(world, getInstallationObject(remote, `/users/${numberIn(row, 'id') ?? 0}`))
  } catch (problem) {
    if (problem instanceof ExternalHostRefusal) return undefined
    throw problem
  }
}

/** Who a member is here, as far as the row of a list tells. */
export function memberHere({ world }: MigrationRun, row: Row): User | undefined {
  const username = textIn(row, 'username')?.toLowerCase() ?? ''
  return withAddress(world, row) ?? world.users.find('byUsername', username)
}

function withAddress(world: MigrationRun['world'], row: Row): User | undefined {
  const email = textIn(row, 'email') ?? textIn(row, 'public_email') ?? ''
  return email === '' ? undefined : world.users.find('byEmail', email.toLowerCase())
}
