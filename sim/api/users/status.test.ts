import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

function json(body: unknown) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

describe('what belongs to an account', () => {
  test('is a status, which ends when it is to', () => {
    const carol = here.as('carol')
    expect(carol.get('/user/status').json).toMatchObject({ emoji: null, message: null, message_html: '' })
    const said = { message: '<b>', availability: 'busy', clear_status_after: '30_minutes' }
    expect(carol.put('/user/status', said).json).toMatchObject({
      emoji: 'speech_balloon',
      message: '<b>',
      message_html: '&lt;b&gt;',
      availability: 'busy',
    })
    expect(carol.send('PATCH', '/user/status', json({ emoji: 'coffee' })).json).toMatchObject({
      emoji: 'coffee',
      message: '<b>',
    })
    here.sim.clock.advance('1h')
    expect(here.as('dave').get('/users/carol/status').json.message).toBeNull()
  })
})
