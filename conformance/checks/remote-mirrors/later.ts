import { check } from '../../kit/check.ts'
import { answers } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'

export const laterBranches = check({
  id: 'remote-mirrors/later-branches',
  says: 'From 16.2 on a push mirror shows which branches it sends',
  source: 'remote-mirrors#later-push-branches',
  level: 'should',
  covers: ['POST /projects/:id/remote_mirrors'],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const wish = { id: stage.project.id, url: 'https://example.com/mirror.git', enabled: false }
    const made = await stage.call('POST /projects/:id/remote_mirrors', wish)
    answers(made, 201)
    const fields = {
      'remote-mirrors#later-push-branches': { mirror_branch_regex: ['null', 'string'] },
    } as const
    await hasLater(stage, made.row(), fields, made)
  },
})
