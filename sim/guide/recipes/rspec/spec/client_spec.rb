require_relative 'spec_helper'
require 'socket'
require 'timeout'

RSpec.describe 'a client' do
  let(:client) { @world.client }

  it 'keeps its changes to its example' do
    client.delete_milestone(1, 5)
    expect { client.milestone(1, 5) }.to raise_error(Gitlab::Error::NotFound)
  end

  it 'finds everything as it was' do
    expect(client.milestone(1, 5).id).to eq 5
  end

  it 'follows the clock' do
    @world.control('clock', { set: '2024-06-01T00:00:00Z' })
    expect(client.create_issue(1, 'From June').created_at).to start_with('2024-06-01')
  end

  it 'sees a fault once' do
    @world.control('faults', { path: '/user', status: 503, times: 1 })
    expect { client.user }.to raise_error(Gitlab::Error::ServiceUnavailable)
    expect(client.user.username).to eq 'alice'
  end

  it 'causes a webhook' do
    receiver = TCPServer.new('127.0.0.1', 0)
    client.add_project_hook(1, "http://127.0.0.1:#{receiver.addr[1]}", issues_events: true)
    client.create_issue(1, 'The till is stuck')
    request = Timeout.timeout(10) { receiver.accept }
    head = request.gets("\r\n\r\n")
    payload = JSON.parse(request.read(head[/content-length: (\d+)/i, 1].to_i))
    request.write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
    request.close
    expect(payload.dig('object_attributes', 'title')).to eq 'The till is stuck'
  end

  it 'asks once for a page' do
    client.milestones(1, per_page: 100)
    entries = @world.control('requests').map { |entry| entry.values_at('method', 'path', 'status') }
    expect(entries).to eq [['GET', '/api/v4/projects/1/milestones', 200]]
  end
end
