import { check } from '../../kit/check.ts'
import { answers, equals, says } from '../../kit/expect.ts'

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

export const repositorySize = check({
  id: 'projects/repository-size',
  says: 'The size of a repository is measured anew for those who administer the project, and for nobody else',
  source: 'projects#repository-size',
  level: 'should',
  covers: ['POST /projects/:id/repository_size'],
  needs: { repository: true },
  holds: async ({ call, project, has }) => {
    const { id } = project
    answers(await call('POST /projects/:id/repository_size', { id }), 201)
    if (has('developer'))
      answers(await call('POST /projects/:id/repository_size', { id }, { as: 'developer' }), 403)
  },
})

const keys = ['avatar_url', 'full_name', 'full_path', 'id', 'name', 'web_url']

export const transferLocations = check({
  id: 'projects/transfer-locations',
  says: 'Groups to which a project can be transferred are shown with their names, path, picture and address alone',
  source: 'projects#transfer-locations',
  level: 'should',
  covers: ['GET /projects/:id/transfer_locations'],
  holds: async ({ call, project }) => {
    const reply = await call('GET /projects/:id/transfer_locations', { id: project.id }, { as: 'owner' })
    answers(reply, 200)
    for (const group of reply.rows()) equals('what a group shows', Object.keys(group).sort(), keys, reply)
  },
})
