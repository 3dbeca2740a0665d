# frozen_string_literal: true

# Scenarios of a script: each is played, and what became of it is a line of JSON.

require 'json'
require 'gitlab'
require 'tempfile'

URL = ARGV.fetch(0)
$number = 0

def scenario(name)
  yield
  puts JSON.generate(name: name, error: nil)
rescue StandardError => e
  puts JSON.generate(name: name, error: e.full_message(highlight: false))
ensure
  $stdout.flush
end

# The client of whoever has the token `USER-token`.
def client(user)
  Gitlab.client(endpoint: "#{URL}/api/v4", private_token: "#{user}-token")
end

def same(seen, expected)
  raise "#{seen.inspect} is not #{expected.inspect}" unless seen == expected
end

# The client raises its own exception for a refusal.
def refused(kind, text = '')
  yield
rescue Gitlab::Error::ResponseError => e
  same(e.class, kind)
  raise "#{e.message} does not tell #{text}" unless e.message.include?(text)
else
  raise "not refused with #{kind}"
end

# A new project with a first commit, gone afterwards.
def project(client, **options)
  $number += 1
  made = client.create_project("ruby-#{$number}", initialize_with_readme: true, **options)
  yield made.id
ensure
  client.delete_project(made.id) if made
end

def group(client)
  $number += 1
  made = client.create_group("ruby-#{$number}", "ruby-#{$number}")
  yield made.id
ensure
  client.delete_group(made.id) if made
end

def file(content, name = 'notes.txt')
  Tempfile.create(name) do |file|
    file.binmode
    file.write(content)
    file.flush
    yield file.path
  end
end
