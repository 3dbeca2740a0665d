import { mergeRequest } from '../../arrange/records.ts'
import { attributesKept } from '../../kit/attributes-kept.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const CHECKS = '/projects/:id/external_status_checks'

const REQUEST = '/projects/:id/merge_requests/:merge_request_iid'

export const externalStatusCheck = check({
  id: 'hooks/external-status-check',
  says: 'The response of an external status check counts for the head commit of the merge request, and a failed check can be retried once',
  source:
    'hooks#status-check-create, hooks#status-check-update, hooks#status-of-merge-request, hooks#status-respond, hooks#status-respond-sha, hooks#status-retry',
  level: 'should',
  covers: [
    `GET ${CHECKS}`,
    `POST ${CHECKS}`,
    `PUT ${CHECKS}/:check_id`,
    `GET ${REQUEST}/status_checks`,
    `POST ${REQUEST}/status_check_responses`,
    `POST ${REQUEST}/status_checks/:external_status_check_id/retry`,
  ],
  needs: { repository: true, tier: 'ultimate' },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const asked = { id, name: 'Licences', external_url: 'https://check.example/licences' }
    const added = arranged(await call(`POST ${CHECKS}`, asked))
    has(added, { name: 'Licences', hmac: false, protected_branches: [] })
    answers(await call(`POST ${CHECKS}`, asked), 400)
    const check_id = numberIn(added, 'id')
    const signed = await call(`PUT ${CHECKS}/:check_id`, { id, check_id, shared_secret: 'secret' })
    has(signed.row(), { hmac: true }, signed)
    const request = await mergeRequest(stage, { branch: 'checked' })
    const place = { id, merge_request_iid: numberIn(request, 'iid') }
    const status = async () => (await call(`GET ${REQUEST}/status_checks`, place)).rows()[0]?.status ?? null
    equals('the status', await status(), 'pending')
    const said = { ...place, external_status_check_id: check_id, sha: String(request.sha), status: 'failed' }
    const respond = `POST ${REQUEST}/status_check_responses`
    answers(await call(respond, { ...said, sha: '0'.repeat(40) }), 409)
    answers(await call(respond, said), 201)
    equals('the status', await status(), 'failed')
    const retry = `POST ${REQUEST}/status_checks/:external_status_check_id/retry`
    answers(await call(retry, { ...place, external_status_check_id: check_id }), 202)
    answers(await call(retry, { ...place, external_status_check_id: check_id }), 422)
    equals('the status', await status(), 'pending')
  },
})

export const statusCheckAttributesKept = attributesKept(
  {
    id: 'hooks/status-check-attributes-kept',
    says: 'The name and URL that are sent when an external status check is created or updated are in the answer, without the shared secret',
    source: 'hooks#status-check-create, hooks#status-check-update, hooks#status-check-shape',
    tier: 'ultimate',
  },
  [
    {
      create: `POST ${CHECKS}`,
      update: `PUT ${CHECKS}/:check_id`,
      named: 'check_id',
      values: { name: 'Kept', external_url: 'https://kept.example', shared_secret: 'secret' },
      changes: { name: 'Other', external_url: 'https://other.example' },
      except: ['shared_secret'],
      shown: (row, _stage, reply) => lacks(row, ['shared_secret'], reply),
    },
  ],
)
