import { type Found, type RootFiles, textOf } from "./detect.ts";

/** Gemfile: into the home folder of the sandbox, since the system's gems are read-only there. */
export function detectRuby(files: RootFiles): Found {
  const gemfile = textOf(files, "Gemfile");
  if (gemfile === undefined) return { commands: {} };
  const rspec = /\brspec\b/.test(gemfile) || textOf(files, ".rspec") !== undefined;
  const rake = /\btask\b.*\btest\b|TestTask/.test(textOf(files, "Rakefile") ?? "");
  return {
    setup: {
      command: 'bundle config set --global path "$HOME/gems" && bundle install',
      lockfile: textOf(files, "Gemfile.lock") !== undefined ? "Gemfile.lock" : "Gemfile",
    },
    commands: {
      ...(/\brubocop\b/.test(gemfile) ? { lint: "bundle exec rubocop" } : {}),
      ...(rspec ? { test: "bundle exec rspec" } : rake ? { test: "bundle exec rake test" } : {}),
    },
  };
}
