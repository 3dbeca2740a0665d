import { groupLabelEntity, labelEntity } from '../../entities/label.ts'
import type { Label } from '../../model/labels/label.ts'
import { groupLabelsIn, labelsIn, promoteLabel } from '../../model/labels/label-changes.ts'
import type { User } from '../../model/users/user.ts'
import { nextId, type World } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { badRequest, forbidden, Refusal } from '../../protocol/refusal.ts'
import { named } from './label-list.ts'

const name = { name: required(string({ about: 'ID or name of the label' })) }

export const subscribeToLabel = ofProject(
  'subscribe',
  'Subscribe to a label of a project (304 if subscribed)',
)
export const unsubscribeFromLabel = ofProject(
  'unsubscribe',
  'Unsubscribe from a label of a project (304 if not)',
)
export const subscribeToGroupLabel = ofGroup(
  'subscribe',
  'Subscribe to a label of a group (304 if subscribed)',
)
export const unsubscribeFromGroupLabel = ofGroup(
  'unsubscribe',
  'Unsubscribe from a label of a group (304 if not)',
)

type Verb = 'subscribe' | 'unsubscribe'

function ofProject(verb: Verb, summary: string) {
  return operation(
    {
      method: 'POST',
      path: `/projects/:id/labels/:name/${verb}`,
      summary,
      subject: 'project',
      needs: 'read_labels',
      params: name,
      dotted: ['name'],
      answers: { status: 201, one: labelEntity },
      refuses: [304, 404],
      beyond: true,
    },
    ({ world, caller, project, params }) =>
      setSubscription(
        world,
        named(world, labelsIn(world, project, true), params.name),
        caller.user as User,
        verb,
      ),
  )
}

function ofGroup(verb: Verb, summary: string) {
  return operation(
    {
      method: 'POST',
      path: `/groups/:id/labels/:name/${verb}`,
      summary,
      subject: 'group',
      needs: 'read_group',
      params: name,
      dotted: ['name'],
      answers: { status: 201, one: groupLabelEntity },
      refuses: [304, 404],
      beyond: true,
    },
    ({ world, caller, group, params }) =>
      setSubscription(
        world,
        named(world, groupLabelsIn(world, group, true), params.name),
        caller.user as User,
        verb,
      ),
  )
}

export const promoteProjectLabel = promotion({
  path: '/projects/:id/labels/:name/promote',
  summary: 'Promote a project label to a group label',
  dotted: ['name'],
})

export const promoteLabelOfName = promotion({
  path: '/projects/:id/labels/promote',
  summary: 'Promote a project label to a group label by its name',
  deprecated: true,
})

function promotion(about: {
  readonly path: string
  readonly summary: string
  readonly dotted?: readonly string[]
  readonly deprecated?: true
}) {
  return operation(
    {
      ...about,
      method: 'PUT',
      subject: 'project',
      needs: 'admin_label',
      params: name,
      answers: { one: groupLabelEntity },
      refuses: [400, 403, 404],
      beyond: true,
    },
    ({ world, project, params, view }) => {
      const label = named(world, labelsIn(world, project, false), params.name)
      const group = project.namespaceKind === 'group' ? world.groups.get(project.namespaceId) : undefined
      if (group === undefined) throw badRequest('Failed to promote project label to group label')
      if (!can(view.situation, 'admin_group_label', group)) throw forbidden()
      return promoteLabel(world, label, group)
    },
  )
}

function setSubscription(world: World, label: Label, user: User, verb: Verb): Label {
  const known = world.subscriptions.find('byTarget', 'Label', label.id, user.id)
  const wanted = verb === 'subscribe'
  if ((known?.subscribed ?? false) === wanted) throw new Refusal(304, null, { text: '' })
  const id = known?.id ?? nextId(world, 'subscriptions')
  world.subscriptions.put({ id, target: 'Label', targetId: label.id, userId: user.id, subscribed: wanted })
  return label
}
