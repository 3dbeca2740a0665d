import { check } from '../../kit/check.ts'
import { answers, says } from '../../kit/expect.ts'

export const housekeepingTwice = check({
  id: 'projects/housekeeping-twice',
  says: 'Housekeeping of a project answers 201, and 409 when it is started again within a day',
  source: 'projects#housekeeping',
  level: 'should',
  covers: ['POST /projects/:id/housekeeping'],
  needs: { repository: true },
  holds: async ({ call, project }) => {
    const id = project.id
    answers(await call('POST /projects/:id/housekeeping', { id }), 201)
    const text = 'Somebody already triggered housekeeping for this resource in the past 1440 minutes'
    says(await call('POST /projects/:id/housekeeping', { id }), 409, text)
  },
})
