import { changeInstanceSettings } from '../../arrange/instance-settings.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const testHook = 'POST /projects/:id/hooks/:hook_id/test/:trigger'

export const silentMode = check<boolean>({
  id: 'settings/silent-mode',
  says: 'From 15.11 on no webhook is called while the installation is in silent mode, and the test of one answers 422',
  source: 'settings#later-15-11',
  level: 'must',
  covers: ['PUT /application/settings', testHook],
  needs: { repository: true, role: 'admin', rewinds: true },
  each: () => [true, false],
  holds: async (stage, silent_mode_enabled) => {
    const { id } = stage.project
    const place = await stage.remote(() => ({ status: 200 }))
    const hook = arranged(await stage.call('POST /projects/:id/hooks', { id, url: `${place.url}/hook` }))
    // A change of what a release does not know alone is refused.
    await changeInstanceSettings(stage, { silent_mode_enabled, help_page_text: '' })
    const asked = { id, hook_id: numberIn(hook, 'id'), trigger: 'push_events' }
    const reply = await stage.call(testHook, asked)
    await stage.wait(10)
    const isCalled = () => {
      answers(reply, 201)
      equals('whether it was called', place.heard.length > 0, true, reply)
    }
    await stage.changed('settings#later-15-11', {
      before: isCalled,
      after: () => {
        if (!silent_mode_enabled) return isCalled()
        says(reply, 422, 'Silent mode enabled')
        equals('how often it was called', place.heard.length, 0, reply)
      },
    })
  },
})
