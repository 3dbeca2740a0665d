# frozen_string_literal: true

require_relative 'scenarios'

ROOT, ALICE, BOB, CAROL, MALLORY = %w[root alice bob carol mallory].map { |name| client(name) }
KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHMEtcYTqVn2XUNcCbL2eLV6nZ5AgCBcHZS2LHqzHmHt ruby@example.com'

scenario 'tells who is signed in, and what the service is' do
  same(ALICE.user.username, 'alice')
  same(ALICE.version.version.empty?, false)
  same(ROOT.sidekiq_job_stats.jobs.processed >= 0, true)
end

scenario 'raises an error of its own for each refusal' do
  refused(Gitlab::Error::Unauthorized, '401 Unauthorized') { client('wrong').projects }
  refused(Gitlab::Error::NotFound, '404 Project Not Found') { MALLORY.project('acme/webapp') }
  refused(Gitlab::Error::Forbidden, '403 Forbidden') { CAROL.delete_project('acme/webapp') }
  refused(Gitlab::Error::BadRequest, 'has already been taken') { ALICE.create_project('dotfiles') }
  label = ALICE.labels(1).first.name
  refused(Gitlab::Error::Conflict, 'Label already exists') { ALICE.create_label(1, label, '#112233') }
  refused(Gitlab::Error::MethodNotAllowed, '405 Method Not Allowed') do
    closed = ALICE.merge_requests(1, state: 'merged').first
    ALICE.accept_merge_request(1, closed.iid)
  end
  refused(Gitlab::Error::BadRequest, 'title is missing') { ALICE.post('/projects/1/issues', body: {}) }
end

scenario 'pages through a list, and all of it at once' do
  first = ALICE.projects(per_page: 3, order_by: 'id', sort: 'asc')
  same([first.has_next_page?, first.has_prev_page?, first.length], [true, false, 3])
  second = first.next_page
  same(second.prev_page.map(&:id), first.map(&:id))
  everything = first.auto_paginate
  same(everything.map(&:id), everything.map(&:id).uniq.sort)
  same(everything.first(6).map(&:id), (first.map(&:id) + second.map(&:id)))
end

scenario 'creates, changes, stars, forks, shares, moves and deletes a project' do
  made = ALICE.create_project('Till', description: 'Pays', visibility: 'internal')
  same([made.path_with_namespace, made.visibility], ['alice/till', 'internal'])
  same(ALICE.edit_project(made.id, description: 'Pays well').description, 'Pays well')
  same(ALICE.star_project(made.id).star_count, 1)
  same(ALICE.post("/projects/#{made.id}/unstar").star_count, 0)
  forked = CAROL.create_fork(made.id, path: 'till', name: 'Till')
  same(ALICE.project_forks(made.id).map(&:id), [forked.id])
  CAROL.delete_project(forked.id)
  same(ALICE.archive_project(made.id).archived, true)
  same(ALICE.unarchive_project(made.id).archived, false)
  group(ALICE) do |id|
    ALICE.share_project_with_group(made.id, id, 30)
    same(ALICE.project(made.id).shared_with_groups.map { |one| one['group_id'] }, [id])
    ALICE.unshare_project_with_group(made.id, id)
  end
  same(ALICE.transfer_project(made.id, 'acme').path_with_namespace, 'acme/till')
  same(ALICE.project_search('till').map(&:id), [made.id])
  ALICE.delete_project(made.id)
end

scenario 'lets people in and out of a project' do
  project(ALICE) do |id|
    ALICE.add_team_member(id, 4, 30)
    same(ALICE.team_member(id, 4).access_level, 30)
    same(ALICE.edit_team_member(id, 4, 40).access_level, 40)
    same(ALICE.team_members(id).map(&:username).sort, %w[alice carol])
    same(ALICE.all_members(id).map(&:username).sort, %w[alice carol])
    ALICE.remove_team_member(id, 4)
    refused(Gitlab::Error::NotFound) { ALICE.team_member(id, 4) }
  end
end

scenario 'keeps hooks, keys, variables, badges, boards and environments of a project' do
  project(ALICE) do |id|
    hook = ALICE.add_project_hook(id, 'http://127.0.0.1:9/hook', push_events: true)
    same(ALICE.edit_project_hook(id, hook.id, 'http://127.0.0.1:9/other', push_events: false).push_events, false)
    ALICE.delete_project_hook(id, hook.id)
    same(ALICE.project_hooks(id).length, 0)
    key = ALICE.create_deploy_key(id, 'server', KEY)
    same(ALICE.deploy_key(id, key.id).title, 'server')
    ALICE.delete_deploy_key(id, key.id)
    ALICE.create_variable(id, 'COLOUR', 'green')
    same(ALICE.update_variable(id, 'COLOUR', 'blue').value, 'blue')
    same(ALICE.variables(id).map(&:key), ['COLOUR'])
    ALICE.remove_variable(id, 'COLOUR')
    badge = ALICE.add_project_badge(id, link_url: 'http://example.com', image_url: 'http://example.com/a.svg')
    same(ALICE.edit_project_badge(id, badge.id, link_url: 'http://example.org').link_url, 'http://example.org')
    ALICE.remove_project_badge(id, badge.id)
    board = ALICE.create_board(id, 'Plan')
    label = ALICE.create_label(id, 'soon', '#ff0000')
    list = ALICE.create_board_list(id, board.id, label.id)
    same(ALICE.board_lists(id, board.id).map(&:id).include?(list.id), true)
    ALICE.delete_board_list(id, board.id, list.id)
    ALICE.delete_board(id, board.id)
    place = ALICE.create_environment(id, 'staging', external_url: 'https://staging.example.com')
    same(ALICE.edit_environment(id, place.id, external_url: 'https://example.com').external_url, 'https://example.com')
    same(ALICE.stop_environment(id, place.id).state, 'stopped')
    ALICE.delete_environment(id, place.id)
    same(ALICE.environments(id).length, 0)
  end
end

scenario 'uploads a file, and keeps snippets' do
  project(ALICE) do |id|
    sent = file('written down') { |path| ALICE.upload_file(id, path) }
    same(sent.markdown.include?(sent.url), true)
    snippet = ALICE.create_snippet(id, title: 'Run', file_name: 'run.sh', content: "ls\n", visibility: 'private')
    same(ALICE.snippet_content(id, snippet.id), "ls\n")
    same(ALICE.edit_snippet(id, snippet.id, title: 'Run it').title, 'Run it')
    ALICE.delete_snippet(id, snippet.id)
    same(ALICE.snippets(id).length, 0)
  end
end

scenario 'writes, reads and deletes files, and commits several at once' do
  project(ALICE) do |id|
    ALICE.create_file(id, 'docs/ä b.md', 'main', "Grüße\n", 'Greet')
    same(ALICE.file_contents(id, 'docs/ä b.md', 'main').dup.force_encoding('UTF-8'), "Grüße\n")
    ALICE.edit_file(id, 'docs/ä b.md', 'main', "Grüße, Welt\n", 'Greet all')
    same(ALICE.get_file(id, 'docs/ä b.md', 'main').size, 14)
    same(ALICE.get_file_blame(id, 'docs/ä b.md', 'main').length, 1)
    ALICE.remove_file(id, 'docs/ä b.md', 'main', 'Remove it')
    refused(Gitlab::Error::NotFound, '404 File Not Found') { ALICE.get_file(id, 'docs/ä b.md', 'main') }
    actions = [{ action: 'create', file_path: 'a.rb', content: "a\n" },
               { action: 'update', file_path: 'README.md', content: "# Changed\n" }]
    commit = ALICE.create_commit(id, 'main', 'Do both', actions)
    same(ALICE.commit_diff(id, commit.id).map(&:new_path).sort, ['README.md', 'a.rb'])
    same(ALICE.commits(id, ref_name: 'main').first.id, commit.id)
    same(ALICE.commit_refs(id, commit.id).map(&:name), ['main'])
    ALICE.create_commit_comment(id, commit.id, 'Well done')
    same(ALICE.commit_comments(id, commit.id).map(&:note), ['Well done'])
    ALICE.update_commit_status(id, commit.id, 'success', name: 'outside')
    same(ALICE.commit_status(id, commit.id).map(&:status), ['success'])
    ALICE.revert_commit(id, commit.id, 'main')
    same(ALICE.tree(id).map(&:path), ['README.md'])
  end
end

scenario 'compares, archives and tells who contributed' do
  same(ALICE.compare(1, 'v1.0.0', 'v1.1.0').commits.empty?, false)
  same(ALICE.contributors(1).length >= 5, true)
  same(ALICE.repo_archive(1, 'v1.0.0').read(2).bytes, [0x1f, 0x8b])
  same(ALICE.merge_base(1, %w[v1.0.0 v1.1.0]).id, ALICE.tag(1, 'v1.0.0').commit.id)
end

scenario 'keeps branches, tags, releases and what is protected' do
  project(ALICE) do |id|
    ALICE.create_branch(id, 'topic', 'main')
    same(ALICE.branches(id).map(&:name), %w[main topic])
    ALICE.protect_branch(id, 'topic', push_access_level: 40)
    same(ALICE.branch(id, 'topic').protected, true)
    ALICE.unprotect_branch(id, 'topic')
    ALICE.delete_branch(id, 'topic')
    refused(Gitlab::Error::NotFound, '404 Branch Not Found') { ALICE.branch(id, 'topic') }
    ALICE.create_tag(id, 'v1', 'main', 'First')
    same(ALICE.tags(id).map(&:message), ['First'])
    ALICE.protect_repository_tag(id, 'v*', create_access_level: 40)
    same(ALICE.protected_tags(id).map(&:name), ['v*'])
    ALICE.unprotect_repository_tag(id, 'v*')
    ALICE.create_project_release(id, name: 'One', tag_name: 'v1', description: 'First')
    ALICE.create_project_release_link(id, 'v1', name: 'till', url: 'https://example.com/till.zip')
    same(ALICE.project_release(id, 'v1').assets.links.map { |link| link['name'] }, ['till'])
    same(ALICE.update_project_release(id, 'v1', name: 'Uno').name, 'Uno')
    ALICE.delete_project_release(id, 'v1')
    ALICE.delete_tag(id, 'v1')
    same(ALICE.tags(id).length, 0)
  end
end
