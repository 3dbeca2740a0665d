import { describe, expect, test } from 'vitest'
import { createSimulator } from '../index.ts'

describe('the settings that the control API shows', () => {
  test('are those that an administrator reads, but for secrets', () => {
    const sim = createSimulator({ world: 'demo' })
    const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
    const url = '/api/v4/application/settings'
    const changed = { help_page_text: 'Ask', spam_check_api_key: 'a-key-that-nobody-sees' }
    sim.handle({ method: 'PUT', url, headers, body: JSON.stringify(changed) })
    const read = (of: string) => JSON.parse(String(sim.handle({ method: 'GET', url: of, headers }).body))
    const shown = read('/_forgery/settings')
    expect(shown).toMatchObject({
      help_page_text: 'Ask',
      spam_check_api_key: '[redacted]',
      signup_enabled: true,
    })
    expect(JSON.stringify(shown)).not.toContain('a-key-that-nobody-sees')
    const answered = read(url)
    // Stored otherwise than answered: lists in lines, a name made from the host, a number with its fraction.
    const apart = /_raw$|^(?:commit_email_hostname|container_registry_pre_import_tags_rate)$/
    const names = Object.keys(answered).filter((name) => Object.hasOwn(shown, name) && !apart.test(name))
    const different = names.filter(
      (name) =>
        shown[name] !== '[redacted]' && JSON.stringify(shown[name]) !== JSON.stringify(answered[name]),
    )
    expect(names.length).toBeGreaterThan(300)
    expect(different).toEqual([])
  })
})
