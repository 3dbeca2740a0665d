import { check } from '../../kit/check.ts'
import { answers, holds } from '../../kit/expect.ts'

const LICENSE = 'POST /license'

export const invalidLicense = check({
  id: 'installation/invalid-license',
  says: 'A licence text that is invalid is refused with 400 and `The license key is invalid.`',
  source: 'installation#license-invalid',
  level: 'should',
  covers: [LICENSE],
  holds: async (stage) => {
    const { call } = stage
    if (!stage.goesBack || !stage.has('admin'))
      return stage.skip('what the installation has cannot be put back')
    const reply = await call(LICENSE, { license: 'no licence' }, { as: 'admin' })
    answers(reply, 400)
    holds(reply.text.includes('The license key is invalid.'), 'the text to tell so', reply.text, reply)
  },
})
