import type { ContractOperation, Dialect } from '../../sim/contract.ts'
import { law } from '../kit/check.ts'
import type { Reply } from '../kit/client.ts'
import { answers, equals, holds } from '../kit/expect.ts'
import { isRow } from '../kit/json.ts'
import type { Right } from '../oracle/right.ts'
import { differenceOf, rights, verdictFor } from '../oracle/rights.ts'
import { rightsElsewhere } from '../oracle/rights-elsewhere.ts'
import {
  blockedAccount,
  expiredToken,
  insufficientScope,
  invalidToken,
  type Refusal,
  revokedToken,
  unauthorized,
} from '../oracle/texts.ts'
import type { Stage } from '../run/stage.ts'
import { ofItsRelease } from './its-release.ts'
import { addressable, placeable, reads, sampleCall, sampleParams, travelling } from './sample.ts'

const needs = { furnished: true } as const

/**
 * Where nobody is asked to sign in, but told that there is no right, or no reaction: award-emoji/anonymous,
 * access-tokens/deploy-tokens-anonymous, protected-branches/anonymous.
 */
const asksNobody =
  /\/award_emoji|^\/(?:projects|groups)\/:id\/deploy_tokens|^\/projects\/:id\/(?:protected_branches|ci\/lint)/

/** True where it is known who may call: the table of roles has a row, or somebody has to sign in in any case. */
function judged({ id, method, path, beyond, params }: ContractOperation): boolean {
  if (rights[id] !== undefined) return true
  if (asksNobody.test(path)) return false
  // Looked at by the law on rights outside projects.
  if (rightsElsewhere[id]?.anonymous !== undefined) return false
  const onProject = params.some((param) => param.in === 'path' && param.name === 'id')
  return method !== 'GET' || (!beyond && !onProject)
}

/**
 * True where it matters who calls; a secret among the parameters proves everything elsewhere. A sampled upload is no
 * file, which is refused first where nobody has to sign in.
 */
function asksWho(operation: ContractOperation): boolean {
  const { auth, params } = operation
  const uploads = params.some(({ kind, required }) => kind === 'file' && required)
  return addressable(operation) && auth !== 'none' && !(auth === 'public' && uploads)
}

export const anonymous = law({
  name: 'anonymous',
  says: 'a call that needs a credential and has none answers 401, and a private project answers as if it did not exist where no credential is needed',
  source: 'conventions#sign-in-required, conventions#unauthorized',
  level: 'must',
  needs: { ...needs, project: 'private' },
  readOnly: true,
  appliesTo: (operation) => asksWho(operation) && judged(operation),
  holds: async (stage, operation) => {
    const reply = await sampleCall(stage, operation, { as: 'anonymous' })
    const right = rights[operation.id]
    if (right === undefined) told(reply, unauthorized)
    else
      await ofItsRelease(stage, right, (inForce) =>
        stage.differs(differenceOf(inForce, 'anonymous'), {
          specification: () => told(reply, refusalFor(stage, operation, inForce, 'specification')),
          real: () => told(reply, refusalFor(stage, operation, inForce, 'real')),
        }),
      )
  },
})

function refusalFor(
  { project }: Stage,
  { id: operation }: ContractOperation,
  right: Right,
  dialect: Dialect,
): Refusal {
  const told = { operation, role: 'anonymous', visibility: 'private', dialect, own: false } as const
  const verdict = verdictFor(right, { ...told, state: project.state })
  return verdict === 'allowed' || 'unknown' in verdict ? unauthorized : verdict
}

export const unknownToken = law({
  name: 'unknown-token',
  says: 'an unknown token answers 401 in every place that takes tokens, even where anonymous calls are allowed',
  source: 'conventions#unknown-tokens',
  level: 'must',
  needs,
  readOnly: true,
  appliesTo: asksWho,
  each: () => ['private-token', 'bearer', 'private_token', 'access_token'],
  holds: async (stage, operation, place) => {
    const token = stage.token('unknown')?.token ?? ''
    told(await sampleCall(stage, operation, { as: 'anonymous', ...carried(place, token) }), unauthorized)
  },
})

/** True for what the owner may call, and where it matters who calls. */
function forOwners({ auth }: ContractOperation): boolean {
  return auth === 'user' || auth === 'public'
}

/** A token in one of the places that take tokens. */
function carried(place: string, token: string) {
  if (place === 'bearer') return { headers: { authorization: `Bearer ${token}` } }
  return place === 'private-token' ? { headers: { 'private-token': token } } : { query: { [place]: token } }
}

export const placesOfTokens = law({
  name: 'credential-places',
  says: 'a token works alike in the `PRIVATE-TOKEN` header, as bearer token, and as `private_token` or `access_token` parameter',
  source: 'conventions#credentials',
  level: 'must',
  compares: true,
  needs,
  readOnly: true,
  appliesTo: (operation) => placeable(operation) && reads(operation) && forOwners(operation),
  each: () => ['private-token', 'bearer', 'private_token', 'access_token'],
  holds: async (stage, operation, place) => {
    const token = stage.token('owner')?.token ?? ''
    const usual = await sampleCall(stage, operation)
    const other = await sampleCall(stage, operation, { as: 'anonymous', ...carried(place, token) })
    answers(other, usual.status)
    equals('the body', other.json, usual.json, other)
  },
})

export const spentToken = law<'expired' | 'revoked'>({
  name: 'expired-or-revoked-token',
  says: 'an expired or revoked token answers 401',
  source: 'conventions#expired-and-revoked-tokens',
  level: 'must',
  needs,
  readOnly: true,
  appliesTo: asksWho,
  each: () => ['expired', 'revoked'],
  holds: async (stage, operation, who) => {
    const reply = await sampleCall(stage, operation, { as: who })
    await stage.differs('F1', {
      specification: () => told(reply, unauthorized),
      real: () => {
        const text = who === 'expired' ? expiredToken : revokedToken
        told(reply, invalidToken(text))
        const challenge = `Bearer realm="Protected by OAuth 2.0", error="invalid_token", error_description="${text}"`
        equals('WWW-Authenticate', reply.headers['www-authenticate'], challenge, reply)
      },
    })
  },
})

export const readScope = law({
  name: 'read-scope',
  says: 'a token with the scope `read_api` reads as usual, by HEAD too, and answers 403 insufficient_scope to every write',
  source: 'conventions#scopes',
  level: 'must',
  needs,
  readOnly: true,
  appliesTo: (operation) => placeable(operation) && forOwners(operation),
  cites: ({ path }) => (path.startsWith('/bulk_imports') ? 'bulk-imports#scopes' : undefined),
  holds: async (stage, operation) => {
    const usual = reads(operation) ? await sampleCall(stage, operation) : undefined
    const reply = await sampleCall(stage, operation, { as: 'reader' })
    if (usual !== undefined) {
      answers(reply, usual.status)
      // What gives bytes or redirects may count, or have a HEAD of its own. Of some records it only tells that they exist.
      const heads = operation.answer === 'one' || operation.answer === 'many'
      if (!heads || usual.status !== 200) return
      const { status } = await headOf(stage, operation)
      holds(status === 200 || status === 204, 'HEAD reads with that scope', status)
    } else if (operation.beyond) insufficient(reply)
    else
      await stage.changed('access-tokens#later-manage-runner', {
        before: () => told(reply, insufficientScope('api read_api')),
        after: () => insufficient(reply),
      })
  },
})

/** A HEAD reads as a GET does. */
function headOf(stage: Stage, operation: ContractOperation): Promise<Reply> {
  const head = operation.id.replace('GET', 'HEAD')
  return stage.call(head, sampleParams(stage, operation), { as: 'reader' })
}

// Other families accept further scopes, and so do later releases; the text lists them.
function insufficient(reply: Reply): void {
  answers(reply, 403)
  equals('the error', isRow(reply.json) ? reply.json.error : reply.json, 'insufficient_scope', reply)
}

export const blocked = law({
  name: 'blocked-account',
  says: 'the token of a blocked account answers 403 and names the reason',
  source: 'conventions#account-states',
  level: 'must',
  needs,
  readOnly: true,
  appliesTo: asksWho,
  holds: async (stage, operation) =>
    told(await sampleCall(stage, operation, { as: 'blocked' }), blockedAccount),
})

export const signInBeforeParameters = law({
  name: 'authentication-first',
  says: 'an anonymous write with invalid parameters answers 401, not 400',
  source: 'conventions#order-of-checks, conventions#authentication-before-parameters',
  level: 'should',
  needs,
  readOnly: true,
  appliesTo: (operation) =>
    asksWho(operation) &&
    !reads(operation) &&
    judged(operation) &&
    rights[operation.id]?.validates !== 'first',
  holds: async (stage, operation) => {
    const params = Object.fromEntries(
      operation.params.filter((param) => param.in === 'given').map(({ name }) => [name, { wrong: [] }]),
    )
    const reply = await stage.call(
      operation.id,
      { ...sampleParams(stage, operation), ...params },
      { as: 'anonymous', ...travelling(operation) },
    )
    const right = rights[operation.id]
    if (!right?.strangers) return told(reply, unauthorized)
    await stage.differs(differenceOf(right, 'anonymous'), {
      specification: () => told(reply, refusalFor(stage, operation, right, 'specification')),
      real: () => told(reply, refusalFor(stage, operation, right, 'real')),
    })
  },
})

export const secretAlone = law({
  name: 'token-parameter-only',
  says: 'an operation that authenticates by a token among its parameters ignores the credentials of users, unknown ones too',
  source: 'conventions#token-parameters',
  level: 'should',
  compares: true,
  needs,
  appliesTo: (operation) => placeable(operation) && operation.auth === 'none',
  holds: async (stage, operation) => {
    const usual = await sampleCall(stage, operation, { as: 'anonymous' })
    const reply = await sampleCall(stage, operation, { as: 'unknown' })
    answers(reply, usual.status)
    equals('the body', reply.json, usual.json, reply)
  },
})

function told(reply: Reply, refusal: Refusal): void {
  answers(reply, refusal.status, refusal.body)
}
