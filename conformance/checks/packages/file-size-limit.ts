import { upload } from '../../arrange/packages.ts'
import { check } from '../../kit/check.ts'
import { answers, says } from '../../kit/expect.ts'

const LIMITS = 'PUT /application/plan_limits'

export const fileSizeLimit = check({
  id: 'packages/file-size-limit',
  says: 'A generic file above the limit of the plan is refused with 400, and one of just that size is taken',
  source: 'packages#generic-too-large',
  level: 'should',
  covers: [upload],
  needs: { role: 'admin', restores: true },
  holds: async (stage) => {
    const limit = { plan_name: 'default', generic_packages_max_file_size: 4 }
    answers(await stage.call(LIMITS, limit, { as: 'admin' }), 200)
    const at = { id: stage.project.id, package_name: 'sized', package_version: '1.0.0' }
    const sent = (file_name: string, body: string) =>
      stage.call(
        upload,
        { ...at, file_name },
        { as: 'owner', inQuery: true, body, contentType: 'application/octet-stream' },
      )
    answers(await sent('just.txt', '1234'), 201)
    says(await sent('more.txt', '12345'), 400, '400 Bad request - File is too large')
  },
})
