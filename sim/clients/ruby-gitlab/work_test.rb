# frozen_string_literal: true

require_relative 'scenarios'

ROOT, ALICE, BOB, CAROL = %w[root alice bob carol].map { |name| client(name) }

scenario 'works on an issue until it is closed' do
  project(ALICE) do |id|
    issue = ALICE.create_issue(id, 'Slow', labels: 'bug,slow', assignee_ids: [2])
    same(issue.labels.sort, %w[bug slow])
    note = ALICE.create_issue_note(id, issue.iid, 'Seen it')
    same(ALICE.edit_issue_note(id, issue.iid, note.id, 'Seen it twice').body, 'Seen it twice')
    same(ALICE.issue_notes(id, issue.iid).map(&:id).include?(note.id), true)
    award = ALICE.create_award_emoji(id, issue.iid, 'issue', 'thumbsup')
    same(ALICE.award_emojis(id, issue.iid, 'issue').map(&:id), [award.id])
    ALICE.delete_award_emoji(id, issue.iid, 'issue', award.id)
    ALICE.delete_issue_note(id, issue.iid, note.id)
    same(ALICE.estimate_time_of_issue(id, issue.iid, '3h30m').human_time_estimate, '3h 30m')
    ALICE.add_time_spent_on_issue(id, issue.iid, '1h')
    same(ALICE.time_stats_for_issue(id, issue.iid).total_time_spent, 3600)
    ALICE.reset_time_estimate_of_issue(id, issue.iid)
    ALICE.reset_time_spent_on_issue(id, issue.iid)
    ALICE.unsubscribe_from_issue(id, issue.iid)
    same(ALICE.subscribe_to_issue(id, issue.iid).subscribed, true)
    other = ALICE.create_issue(id, 'Cause')
    link = ALICE.create_issue_link(id, issue.iid, id, other.iid)
    same(ALICE.issue_links(id, issue.iid).map(&:iid), [other.iid])
    ALICE.delete_issue_link(id, issue.iid, ALICE.issue_links(id, issue.iid).first.issue_link_id)
    same(link.target_issue.iid, other.iid)
    same(ALICE.close_issue(id, issue.iid).state, 'closed')
    same(ALICE.reopen_issue(id, issue.iid).state, 'opened')
    same(ALICE.issue_state_events(id, issue.iid).map(&:state), %w[closed reopened])
    ALICE.delete_issue(id, issue.iid)
    refused(Gitlab::Error::NotFound) { ALICE.issue(id, issue.iid) }
  end
end

scenario 'takes a merge request from its proposal to the merge' do
  project(ALICE) do |id|
    ALICE.create_branch(id, 'topic', 'main')
    ALICE.create_file(id, 'a.txt', 'topic', "a\n", 'Add a')
    mr = ALICE.create_merge_request(id, 'Add a', source_branch: 'topic', target_branch: 'main')
    refused(Gitlab::Error::Conflict, 'Another open merge request already exists') do
      ALICE.create_merge_request(id, 'Again', source_branch: 'topic', target_branch: 'main')
    end
    ALICE.update_merge_request(id, mr.iid, title: 'Add an a', labels: 'new')
    same(ALICE.merge_request(id, mr.iid).title, 'Add an a')
    same(ALICE.merge_request_commits(id, mr.iid).map(&:title), ['Add a'])
    same(ALICE.merge_request_changes(id, mr.iid).changes.map { |one| one['new_path'] }, ['a.txt'])
    same(ALICE.merge_request_diff_versions(id, mr.iid).length, 1)
    same(ALICE.merge_request_participants(id, mr.iid).map(&:username), ['alice'])
    note = ALICE.create_merge_request_note(id, mr.iid, 'Nice')
    ALICE.edit_merge_request_note(id, mr.iid, note.id, 'Very nice')
    refs = ALICE.merge_request(id, mr.iid).diff_refs
    position = { base_sha: refs.base_sha, start_sha: refs.start_sha, head_sha: refs.head_sha,
                 position_type: 'text', old_path: 'a.txt', new_path: 'a.txt', new_line: 1 }
    talk = ALICE.create_merge_request_discussion(id, mr.iid, body: 'Why?', position: position)
    ALICE.create_merge_request_discussion_note(id, mr.iid, talk.id, body: 'Because')
    ALICE.resolve_merge_request_discussion(id, mr.iid, talk.id, resolved: true)
    same(ALICE.merge_request_discussion(id, mr.iid, talk.id).notes.map { |one| one['resolved'] }.first, true)
    same(ALICE.merge_request_approvals(id, mr.iid).approvals_required, 0)
    same(ALICE.merge_request_pipelines(id, mr.iid).length, 0)
    merged = ALICE.accept_merge_request(id, mr.iid, merge_commit_message: 'Take it', should_remove_source_branch: true)
    same(merged.state, 'merged')
    same(ALICE.commit(id, 'main').title, 'Take it')
    same(ALICE.branches(id).map(&:name), ['main'])
  end
end

scenario 'asks for approvals, gives and takes them back' do
  project(ALICE, namespace_id: 1) do |id|
    ALICE.create_branch(id, 'topic', 'main')
    ALICE.create_file(id, 'a.txt', 'topic', "a\n", 'Add a')
    mr = ALICE.create_merge_request(id, 'Add a', source_branch: 'topic', target_branch: 'main')
    rule = ALICE.create_project_merge_request_approval_rule(id, name: 'Eyes', approvals_required: 1, user_ids: [3])
    same(ALICE.project_merge_request_approval_rules(id).map(&:id).include?(rule.id), true)
    same(ALICE.merge_request_approvals(id, mr.iid).approvals_left, 1)
    BOB.approve_merge_request(id, mr.iid)
    same(ALICE.merge_request_approvals(id, mr.iid).approvals_left, 0)
    BOB.unapprove_merge_request(id, mr.iid)
    same(ALICE.merge_request_approval_state(id, mr.iid).rules.empty?, false)
    ALICE.delete_project_merge_request_approval_rule(id, rule.id)
    same(ALICE.project_merge_request_approvals(id).reset_approvals_on_push.nil?, false)
  end
end

scenario 'plans with milestones and labels' do
  project(ALICE) do |id|
    milestone = ALICE.create_milestone(id, '1.0', due_date: '2024-03-01')
    issue = ALICE.create_issue(id, 'Do it', milestone_id: milestone.id)
    same(ALICE.milestone_issues(id, milestone.id).map(&:iid), [issue.iid])
    same(ALICE.edit_milestone(id, milestone.id, state_event: 'close').state, 'closed')
    same(ALICE.milestone_merge_requests(id, milestone.id).length, 0)
    ALICE.delete_milestone(id, milestone.id)
    label = ALICE.create_label(id, 'soon', '#ffaa00', priority: 1)
    same(ALICE.edit_label(id, 'soon', color: '#00aaff').color, '#00aaff')
    same(ALICE.subscribe_to_label(id, label.id).subscribed, true)
    ALICE.unsubscribe_from_label(id, label.id)
    ALICE.delete_label(id, 'soon')
    same(ALICE.labels(id).length, 0)
  end
end

scenario 'runs pipelines and their jobs' do
  project(ALICE) do |id|
    text = "build:\n  script: [make]\ndeploy:\n  script: [make deploy]\n  when: manual\n"
    ALICE.create_file(id, '.gitlab-ci.yml', 'main', text, 'Build [skip ci]')
    pipeline = ALICE.create_pipeline(id, 'main')
    60.times { break if ALICE.pipeline(id, pipeline.id).status == 'success' }
    same(ALICE.pipeline(id, pipeline.id).status, 'success')
    jobs = ALICE.pipeline_jobs(id, pipeline.id).map { |job| [job.name, job] }.to_h
    same(jobs.keys.sort, %w[build deploy])
    same(ALICE.job_play(id, jobs['deploy'].id).name, 'deploy')
    same(ALICE.jobs(id, scope: ['manual']).length, 0)
    trigger = ALICE.create_trigger(id, 'outside')
    started = ALICE.run_trigger(id, trigger.token, 'main', { 'WHY' => 'because' })
    same(ALICE.cancel_pipeline(id, started.id).status, 'canceled')
    ALICE.retry_pipeline(id, started.id)
    ALICE.remove_trigger(id, trigger.id)
  end
end

scenario 'registers a runner, changes and deletes it' do
  project(ALICE) do |id|
    made = ALICE.register_runner(ALICE.project(id).runners_token, description: 'box', tag_list: ['fast'])
    same(ALICE.runner(made.id).description, 'box')
    same(ALICE.update_runner(made.id, description: 'big box').description, 'big box')
    same(ALICE.project_runners(id, type: 'project_type').map(&:id), [made.id])
    same(ALICE.runner_jobs(made.id).length, 0)
    ALICE.delete_runner(made.id)
    refused(Gitlab::Error::NotFound) { ALICE.runner(made.id) }
  end
end

scenario 'looks after groups' do
  group(ALICE) do |id|
    same(ALICE.edit_group(id, description: 'Ours').description, 'Ours')
    below = ALICE.create_group('Below', "below-#{id}", parent_id: id)
    same(ALICE.group_subgroups(id).map(&:id), [below.id])
    ALICE.add_group_member(id, 4, 30)
    same(ALICE.edit_group_member(id, 4, 40).access_level, 40)
    same(ALICE.group_members(id).map(&:username).sort, %w[alice carol])
    refused(Gitlab::Error::Conflict, 'Member already exists') { ALICE.add_group_member(id, 4, 30) }
    ALICE.remove_group_member(id, 4)
    ALICE.create_group_variable(id, 'WHERE', 'here')
    same(ALICE.update_group_variable(id, 'WHERE', 'there').value, 'there')
    ALICE.remove_group_variable(id, 'WHERE')
    milestone = ALICE.create_group_milestone(id, '1.0')
    same(ALICE.group_milestones(id).map(&:id), [milestone.id])
    ALICE.create_group_label(id, 'ours', '#123456')
    same(ALICE.group_labels(id).map(&:name), ['ours'])
    ALICE.delete_group_label(id, 'ours')
    board = ALICE.create_group_board(id, 'Plan')
    same(ALICE.group_boards(id).map(&:id).include?(board.id), true)
    ALICE.delete_group_board(id, board.id)
    same(ALICE.group_projects(id).length, 0)
    same(ALICE.group_search("ruby").map(&:id).include?(id), true)
    made = ALICE.create_project("in-#{id}")
    ROOT.transfer_project_to_group(id, made.id)
    same(ALICE.group_projects(id).map(&:id), [made.id])
  end
end

scenario 'looks after users' do
  made = ROOT.create_user('henry@example.com', 'Wx7!pumpkin-lane', 'henry', name: 'Henry')
  same(ROOT.user_search('henry').map(&:id), [made.id])
  same(ROOT.edit_user(made.id, bio: 'Writes').bio, 'Writes')
  same(ROOT.block_user(made.id), true)
  same(ROOT.user(made.id).state, 'blocked')
  same(ROOT.unblock_user(made.id), true)
  key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHMEtcYTqVn2XUNcCbL2eLV6nZ5AgCBcHZS2LHqzHmHt ruby@example.com'
  one = ROOT.create_ssh_key('laptop', key, user_id: made.id)
  same(ROOT.ssh_keys(user_id: made.id).map(&:id), [one.id])
  ROOT.delete_ssh_key(one.id, user_id: made.id)
  ROOT.add_email('henry@example.org', made.id, true)
  same(ROOT.emails(made.id).map(&:email).include?('henry@example.org'), true)
  ROOT.delete_user(made.id)
end

scenario 'looks after the installation' do
  same(ROOT.application_settings.signup_enabled.nil?, false)
  ROOT.edit_application_settings(home_page_url: 'https://example.com/')
  same(ROOT.application_settings.home_page_url, 'https://example.com/')
  hook = ROOT.add_hook('http://127.0.0.1:9/hook')
  same(ROOT.hooks.map(&:id).include?(hook.id), true)
  ROOT.delete_hook(hook.id)
  ROOT.set_feature('shiny', true)
  same(ROOT.features.map(&:name).include?('shiny'), true)
  ROOT.delete_feature('shiny')
  message = ROOT.create_broadcast_message('Away soon')
  same(ROOT.edit_broadcast_message(message.id, message: 'Away').message, 'Away')
  ROOT.delete_broadcast_message(message.id)
  same(ROOT.namespaces(search: 'acme').map(&:kind).first, 'group')
  same(ROOT.license_template('mit').key, 'mit')
  same(ROOT.gitignore_templates.empty?, false)
  same(ROOT.dockerfile_templates.empty?, false)
  same(ROOT.gitlab_ci_yml_templates.empty?, false)
end

scenario 'finds things, lists todos and events' do
  same(ALICE.search_globally('projects', 'webapp').empty?, false)
  same(ALICE.search_in_project(1, 'blobs', 'function').empty?, false)
  same(ALICE.search_in_group(1, 'merge_requests', 'add').empty?, false)
  project(ALICE) do |id|
    issue = ALICE.create_issue(id, 'Look', assignee_ids: [2])
    ALICE.post("/projects/#{id}/issues/#{issue.iid}/todo")
    todo = ALICE.todos.find { |one| one.target.title == 'Look' }
    same(ALICE.mark_todo_as_done(todo.id).state, 'done')
    ALICE.mark_all_todos_as_done
    same(ALICE.project_events(id).map(&:action_name).include?('opened'), true)
  end
end
