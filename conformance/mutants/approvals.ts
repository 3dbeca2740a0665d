import type { Mutant } from './mutant.ts'
import { calls, withParams } from './wire.ts'

const rules = '/projects/:id/approval_rules'

/** Faults in the approval configuration and in approval rules. */
export const approvalMutants: readonly Mutant[] = [
  {
    name: 'author-approval-lost',
    says: 'Whether authors may approve is not stored',
    caughtBy: 'approvals/configuration-kept',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/approvals')
          ? withParams(request, ({ merge_requests_author_approval, ...rest }) =>
              merge_requests_author_approval === undefined
                ? rest
                : { ...rest, require_password_to_approve: false },
            )
          : request,
      ),
  },
  {
    name: 'rule-number-kept',
    says: 'An update of a rule keeps the number of approvals',
    caughtBy: 'approvals/rule-lives',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${rules}/:approval_rule_id`)
          ? withParams(request, (params) => ({ ...params, approvals_required: 2 }))
          : request,
      ),
  },
  {
    name: 'rule-number-capped',
    says: 'A number of approvals that is too high becomes the highest',
    caughtBy: 'approvals/rule-refusals',
    fault: (request, next) =>
      next(
        calls(request, `POST ${rules}`)
          ? withParams(request, (params) => ({
              ...params,
              approvals_required: Math.min(Number(params.approvals_required), 100),
            }))
          : request,
      ),
  },
]
