import { check } from '../../kit/check.ts'
import { holds, refuses } from '../../kit/expect.ts'

const extserver = 'POST /import/extserver'

export const timeoutStrategy = check({
  id: 'external-import/timeout-strategy',
  says: 'From 16.5 on `timeout_strategy` is one of two words, and is ignored before',
  source: 'external-import#later-timeout',
  level: 'must',
  covers: [extserver],
  needs: { project: 'none' },
  holds: async (stage) => {
    // The import itself is refused: nobody is there.
    const asked = {
      bitbucket_server_url: 'http://127.0.0.1:9',
      bitbucket_server_username: 'x',
      personal_access_token: 'x',
      bitbucket_server_project: 'X',
      bitbucket_server_repo: 'x',
    }
    const text = 'timeout_strategy does not have a valid value'
    const wrong = await stage.call(extserver, { ...asked, timeout_strategy: 'hopeful' })
    const right = await stage.call(extserver, { ...asked, timeout_strategy: 'optimistic' })
    holds(!right.text.includes(text), 'a word that is known passes', right.text, right)
    await stage.changed('external-import#later-timeout', {
      before: () => holds(!wrong.text.includes(text), 'it is ignored', wrong.text, wrong),
      after: () => refuses(wrong, text),
    })
  },
})
