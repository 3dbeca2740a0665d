import { since } from '../lib/dialect.ts'
import {
  mirrorAuthMethods,
  mirrorStatuses,
  type PullMirror,
  type RemoteMirror,
} from '../model/remote-mirrors/remote-mirror.ts'
import { withoutCredentials } from '../model/remote-mirrors/remote-mirrors.ts'
import { licensed } from '../policy/tier.ts'
import {
  constant,
  entity,
  flag,
  integer,
  nullable,
  oneOfTexts,
  text,
  timestamp,
  url,
  when,
} from './entity.ts'

/** A push mirror of a project. */
export const remoteMirrorEntity = entity<RemoteMirror>('RemoteMirror', {
  id: integer(({ id }) => id),
  enabled: flag(({ enabled }) => enabled),
  url: url((mirror) => withoutCredentials(mirror.url)),
  update_status: oneOfTexts(mirrorStatuses, ({ status }) => status),
  last_update_at: nullable(timestamp(({ updatedAt }) => updatedAt)),
  last_update_started_at: nullable(timestamp(({ startedAt }) => startedAt)),
  last_successful_update_at: nullable(timestamp(({ succeededAt }) => succeededAt)),
  last_error: nullable(text(({ error }) => error as string)),
  only_protected_branches: flag(({ onlyProtected }) => onlyProtected),
  keep_divergent_refs: flag(({ keepsDivergent }) => keepsDivergent),
  auth_method: oneOfTexts(mirrorAuthMethods, ({ authMethod }) => authMethod),
  host_keys: constant([]),
  mirror_branch_regex: since(
    'remote-mirrors#later-push-branches',
    when((_, { world }) => licensed(world, 'premium'), constant<RemoteMirror>(null)),
  ),
})

/** A pull mirror. */
export const pullMirrorEntity = entity<PullMirror>('PullMirror', {
  id: integer(({ id }) => id),
  update_status: oneOfTexts(mirrorStatuses, ({ status }) => status),
  url: url((mirror) => withoutCredentials(mirror.url)),
  last_error: nullable(text(({ error }) => error as string)),
  last_update_at: nullable(timestamp(({ updatedAt }) => updatedAt)),
  last_update_started_at: nullable(timestamp(({ startedAt }) => startedAt)),
  last_successful_update_at: nullable(timestamp(({ succeededAt }) => succeededAt)),
  enabled: flag(({ enabled }) => enabled),
  only_mirror_protected_branches: flag(({ onlyProtected }) => onlyProtected),
  mirror_overwrites_diverged_branches: flag(({ overwritesDivergent }) => overwritesDivergent),
  // Updates take all branches, and start pipelines.
  mirror_trigger_builds: since(
    'remote-mirrors#later-pull-shape',
    flag<PullMirror>(() => true),
  ),
  mirror_branch_regex: since('remote-mirrors#later-pull-shape', constant<PullMirror>(null)),
})
