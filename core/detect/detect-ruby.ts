import { withoutUndefined } from "../model/without-undefined.ts";
import { type Found, type RootFiles, textOf } from "./detect.ts";

/** Into the home folder of the sandbox, since the system's gems are read-only there. */
const atHome = 'bundle config set --global path "$HOME/gems"';

/** A Gemfile, and the tools that it names. */
export function detectRuby(files: RootFiles): Found {
  const gemfile = textOf(files, "Gemfile");
  if (gemfile === undefined) return { commands: {} };
  const rspec = /\brspec\b/.test(gemfile) || textOf(files, ".rspec") !== undefined;
  const rake = /\btask\b.*\btest\b|TestTask/.test(textOf(files, "Rakefile") ?? "");
  const isLocked = textOf(files, "Gemfile.lock") !== undefined;
  const rakeTest = rake ? "bundle exec rake test" : undefined;
  return {
    setup: withoutUndefined({
      command: `${atHome} && bundle install`,
      manager: "bundler" as const,
      lock: isLocked ? { command: "bundle lock", files: ["Gemfile.lock"] } : undefined,
    }),
    commands: withoutUndefined({
      lint: /\brubocop\b/.test(gemfile) ? "bundle exec rubocop" : undefined,
      test: rspec ? "bundle exec rspec" : rakeTest,
    }),
  };
}
