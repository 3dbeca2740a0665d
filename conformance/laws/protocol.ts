import { law } from '../kit/check.ts'
import { filled } from '../kit/client.ts'
import { answers, equals, says } from '../kit/expect.ts'
import { placeable, reads, sampleCall, sampleParams } from './sample.ts'

const needs = { furnished: true } as const

export const unreadable = law<string>({
  name: 'malformed-strings',
  says: 'NUL bytes, invalid UTF-8 and contradictory nesting in the query answer 400 `Bad Request` as plain text, before authentication',
  source: 'conventions#malformed-strings',
  level: 'should',
  needs,
  readOnly: true,
  appliesTo: placeable,
  each: () => ['search=a%00b', 'search=%ff', 'search=1&search[a]=2'],
  holds: async (stage, operation, query) => {
    const { path } = filled(operation.id, sampleParams(stage, operation))
    const reply = await stage.send(operation.method, `${path}?${query}`, { as: 'anonymous' })
    answers(reply, 400)
    equals('the body', reply.text, 'Bad Request', reply)
  },
})

export const unknownContentType = law({
  name: 'content-type',
  says: 'a body that is neither JSON, form nor multipart answers 415 and names its content type',
  source: 'conventions#content-types',
  level: 'should',
  needs,
  readOnly: true,
  appliesTo: (operation) => placeable(operation) && !reads(operation) && operation.takes === null,
  holds: async (stage, operation) => {
    const { path } = filled(operation.id, sampleParams(stage, operation))
    const reply = await stage.send(operation.method, path, { body: '<title/>', contentType: 'text/xml' })
    answers(reply, 415, { error: "The provided content-type 'text/xml' is not supported." })
  },
})

export const sudo = law({
  name: 'sudo',
  says: 'sudo by a user who is no administrator answers 403',
  source: 'conventions#sudo-refusals',
  level: 'must',
  needs,
  readOnly: true,
  appliesTo: (operation) => placeable(operation) && operation.auth !== 'none',
  holds: async (stage, operation) => {
    const reply = await sampleCall(stage, operation, { as: stage.nonAdmin(), headers: { sudo: 'root' } })
    says(reply, 403, '403 Forbidden - Must be admin to use sudo')
  },
})

export const sudoReads = law({
  name: 'sudo-reads',
  says: 'an administrator who acts as another user by sudo reads what that user reads',
  source: 'conventions#sudo-rights',
  level: 'must',
  needs,
  compares: true,
  readOnly: true,
  appliesTo: (operation) => placeable(operation) && reads(operation) && !operation.beyond,
  holds: async (stage, operation) => {
    if (!stage.has('developer')) return stage.unknown('the target was given no developer credential')
    const { username } = stage.user('developer')
    const own = await sampleCall(stage, operation, { as: 'developer' })
    const acted = await sampleCall(stage, operation, { as: 'admin', headers: { sudo: username } })
    if (acted.status === 403 && acted.text.includes('insufficient_scope'))
      return stage.skip("the administrator's token lacks the scope sudo")
    answers(acted, own.status)
    equals('what is read', acted.json, own.json, acted)
  },
})
