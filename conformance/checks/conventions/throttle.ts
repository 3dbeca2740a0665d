import { changeInstanceSettings } from '../../arrange/instance-settings.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds } from '../../kit/expect.ts'

const LIMIT = 3

/** Seconds: longer than the minute that changed settings take. */
const PERIOD = 600

export const requestThrottle = check<'on' | 'off' | 'with a text'>({
  id: 'conventions/request-throttle',
  says: 'While the throttle of anonymous requests is on, one more than the limit answers 429 with the time to wait and the text of the setting, and after that time requests are answered again',
  source: 'conventions#request-throttle, settings#throttles',
  level: 'must',
  covers: ['GET /projects'],
  needs: { project: 'none', role: 'admin', rewinds: true },
  each: () => ['on', 'off', 'with a text'],
  holds: async (stage, state) => {
    const family = 'throttle_unauthenticated_api'
    await changeInstanceSettings(stage, {
      [`${family}_enabled`]: state !== 'off',
      [`${family}_requests_per_period`]: LIMIT,
      [`${family}_period_in_seconds`]: PERIOD,
      rate_limiting_response_text: state === 'with a text' ? 'Come back later' : '',
    })
    const ask = () => stage.send('GET', '/projects?per_page=1', { as: 'anonymous' })
    for (let i = 0; i < LIMIT; i++) answers(await ask(), 200)
    const reply = await ask()
    if (state === 'off') return answers(reply, 200)
    answers(reply, 429)
    equals('the text', reply.text, state === 'on' ? 'Retry later\n' : 'Come back later\n', reply)
    holds(/^text\/plain/.test(reply.headers['content-type'] ?? ''), 'it is plain text', reply.text, reply)
    equals('what was counted', Number(reply.headers['ratelimit-observed']), LIMIT + 1, reply)
    const seconds = Number(reply.headers['retry-after'])
    holds(seconds > 0 && seconds <= PERIOD, 'the wait is within the period', seconds, reply)
    answers(await stage.call('GET /user', {}, { as: 'owner' }), 200)
    await stage.wait(seconds)
    answers(await ask(), 200)
  },
})

export const throttledOauth = check({
  id: 'conventions/throttled-oauth',
  says: 'From 16.5 on requests for tokens count with those of the API, and one more than the limit of anonymous requests answers 429',
  source: 'conventions#later-oauth-throttled',
  level: 'should',
  covers: ['PUT /application/settings'],
  needs: { project: 'none', role: 'admin', rewinds: true },
  holds: async (stage) => {
    const family = 'throttle_unauthenticated_api'
    await changeInstanceSettings(stage, {
      [`${family}_enabled`]: true,
      [`${family}_requests_per_period`]: LIMIT,
      [`${family}_period_in_seconds`]: PERIOD,
    })
    const ask = () => stage.send('POST', '/oauth/token', { as: 'anonymous', outside: true, body: '{}' })
    for (let i = 0; i < LIMIT; i++) answers(await ask(), 400)
    const reply = await ask()
    await stage.changed('conventions#later-oauth-throttled', {
      before: () => answers(reply, 400),
      after: () => answers(reply, 429),
    })
  },
})
