import { answers } from '../../kit/expect.ts'
import { lifecycle } from '../../kit/lifecycle.ts'
import { expectArranged } from '../../run/stage.ts'

export const environmentsLifecycle = lifecycle(
  {
    id: 'deployments/environments-lifecycle',
    says: 'An environment is listed and shown as it was created, an update keeps what it does not send, and it is deleted only after it was stopped',
    source:
      'deployments#environment-create, deployments#environment-list, deployments#environment-update, deployments#environment-delete',
  },
  [
    {
      record: '/projects/:id/environments/:environment_id',
      values: { name: 'production', external_url: 'https://one.example', tier: 'production' },
      changes: { external_url: 'https://two.example' },
      beforeDelete: async ({ call }, one) => {
        answers(await call('DELETE /projects/:id/environments/:environment_id', one), 403)
        expectArranged(await call('POST /projects/:id/environments/:environment_id/stop', one))
      },
    },
  ],
)

export const protectedEnvironmentsLifecycle = lifecycle(
  {
    id: 'deployments/protected-environments-lifecycle',
    says: 'A protected environment of a project or group is listed and shown as it was created and updated, and an unprotected one answers 404',
    source:
      'deployments#protect, deployments#protected-update, deployments#unprotect, deployments#group-protected',
    needs: { tier: 'premium' },
  },
  (
    [
      ['/projects/:id', 'review'],
      ['/groups/:id', 'production'],
    ] as const
  ).map(([place, name]) => ({
    record: `${place}/protected_environments/:name`,
    by: 'name',
    values: { name, deploy_access_levels: [{ access_level: 40 }], required_approval_count: 1 },
    changes: { required_approval_count: 2 },
    except: ['deploy_access_levels'],
  })),
)

export const pagesDomainsLifecycle = lifecycle(
  {
    id: 'deployments/pages-domains-lifecycle',
    says: 'A Pages domain is listed and shown as it was created and updated, and a deleted one answers 404',
    source:
      'deployments#domain-create, deployments#domain-shape, deployments#domain-unknown, deployments#domain-delete',
  },
  [
    {
      record: '/projects/:id/pages/domains/:domain',
      by: 'domain',
      values: { domain: 'lifecycle.pages.example' },
      changes: { auto_ssl_enabled: true },
    },
  ],
)
