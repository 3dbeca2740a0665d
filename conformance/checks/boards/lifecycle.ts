import { numberIn } from '../../kit/expect.ts'
import { lifecycle } from '../../kit/lifecycle.ts'
import { arranged, type Stage } from '../../run/stage.ts'

export const groupBoardsLifecycle = lifecycle(
  {
    id: 'boards/group-boards-lifecycle',
    says: 'A board of a group is listed and shown as it was created and renamed, and a deleted one answers 404',
    source: 'boards#create, boards#read-boards, boards#update, boards#delete',
    needs: { tier: 'premium' },
  },
  [{ record: '/groups/:id/boards/:board_id', values: { name: 'One' }, changes: { name: 'Two' } }],
)

export const listsLifecycle = lifecycle(
  {
    id: 'boards/lists-lifecycle',
    says: 'A list of a board is listed and shown after its creation, and a deleted one answers 404',
    source: 'boards#add-list, boards#list-shape, boards#delete-list',
    needs: { tier: 'premium' },
  },
  (['projects', 'groups'] as const).map((kind) => ({
    record: `/${kind}/:id/boards/:board_id/lists/:list_id`,
    place: async (stage: Stage) => {
      const { id } = kind === 'projects' ? stage.project : stage.group
      const board = arranged(await stage.call(`POST /${kind}/:id/boards`, { id, name: 'One' }))
      return { id, board_id: numberIn(board, 'id') }
    },
    values: async (stage: Stage) => {
      const { id } = kind === 'projects' ? stage.project : stage.group
      const label = { id, name: 'bug', color: '#428bca' }
      return { label_id: numberIn(arranged(await stage.call(`POST /${kind}/:id/labels`, label)), 'id') }
    },
    except: ['label_id'],
  })),
)
