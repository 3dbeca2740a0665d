import { accessLevels } from '../../model/members/access-level.ts'
import { type Namespace, namespaceAt, namespaceWithId } from '../../model/projects/create-project.ts'
import type { Situation } from '../../policy/abilities.ts'
import { groupLevel } from '../../policy/roles.ts'
import { notFound } from '../../protocol/refusal.ts'

/**
 * The namespace of that id or path. Only those in which the caller has a role are found, whatever else they may see
 * (projects#namespace-found).
 */
export function namespaceNamed(situation: Situation, named: string): Namespace {
  const { world } = situation
  const namespace = /^\d{1,15}$/.test(named)
    ? namespaceWithId(world, Number(named))
    : namespaceAt(world, named)
  return belonging(situation, namespace)
}

/** The namespace at that path, which may look like an id. */
export function namespaceAtPath(situation: Situation, path: string): Namespace {
  return belonging(situation, namespaceAt(situation.world, path))
}

function belonging({ world, caller, now }: Situation, namespace: Namespace | undefined): Namespace {
  if (namespace === undefined || caller.user === undefined) throw notFound('Namespace')
  const belongs =
    caller.admin ||
    (namespace.kind === 'user'
      ? namespace.user.id === caller.user.id
      : groupLevel(world, caller.user, namespace.group, now) >= accessLevels.guest)
  if (!belongs) throw notFound('Namespace')
  return namespace
}
