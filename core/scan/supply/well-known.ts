/** Packages that very many projects use, by memory and not by count: enough for a name near one of them to be odd. */
export const npmNames: readonly string[] = words(`
  react react-dom preact svelte angular lodash lodash-es underscore express fastify axios request node-fetch undici chalk
  commander yargs yargs-parser minimist dotenv cross-env cross-spawn debug uuid nanoid moment dayjs date-fns luxon typescript
  eslint prettier webpack rollup esbuild vite vitest mocha chai jest sinon babel-core babel-loader core-js rxjs redux
  react-redux react-router react-router-dom next nuxt gatsby graphql apollo-client mongoose mongodb mysql mysql2 sequelize
  knex prisma typeorm redis ioredis socket.io socket.io-client passport jsonwebtoken bcrypt bcryptjs body-parser cors helmet
  morgan multer cookie-parser cookie-session nodemon concurrently husky lint-staged rimraf mkdirp glob fs-extra chokidar
  inquirer ora semver async bluebird winston pino zod joi ajv yaml js-yaml marked cheerio puppeteer playwright jquery
  bootstrap tailwindcss postcss autoprefixer classnames styled-components immer immutable electron discord.js web3 ethers
  sharp jimp handlebars mustache nodemailer stripe aws-sdk firebase validator colors through2 readable-stream tslib
  ts-node source-map regenerator-runtime event-stream qs supports-color string-width strip-ansi picocolors execa zx`);

export const pythonNames: readonly string[] = words(`
  requests urllib3 numpy pandas scipy matplotlib scikit-learn tensorflow torch keras django flask fastapi starlette uvicorn
  gunicorn sqlalchemy alembic psycopg2 psycopg2-binary pymysql pymongo redis celery boto3 botocore pyyaml jinja2 markupsafe
  werkzeug click rich typer pydantic attrs cryptography pyjwt bcrypt paramiko pytest pytest-cov tox mypy black ruff flake8
  pylint isort setuptools wheel virtualenv poetry beautifulsoup4 lxml selenium scrapy aiohttp httpx websockets tqdm pillow
  opencv-python python-dateutil python-dotenv pytz certifi idna charset-normalizer chardet colorama packaging protobuf
  grpcio openai anthropic transformers datasets huggingface-hub langchain nltk spacy networkx sympy plotly seaborn bokeh
  streamlit gradio jupyter ipython notebook docker kubernetes ansible google-api-python-client google-cloud-storage
  azure-storage-blob discord.py tweepy simplejson marshmallow httplib2 pyopenssl asgiref itsdangerous`);

export const cargoNames: readonly string[] = words(`
  serde serde_json serde_yaml serde_derive tokio tokio-util async-trait futures hyper reqwest actix-web axum rocket warp clap
  structopt anyhow thiserror tracing tracing-subscriber env_logger regex rayon crossbeam parking_lot lazy_static once_cell
  itertools chrono bytes bitflags syn quote proc-macro2 rand_core rand_chacha rustls openssl native-tls sha2 base64 walkdir
  tempfile indexmap hashbrown smallvec memchr aho-corasick unicode-segmentation url uuid semver toml diesel sqlx rusqlite
  mongodb redis tonic prost criterion proptest libc winapi nix socket2 num-traits num-bigint crossterm ratatui
  indicatif termcolor globset ignore bstr`);

export const goNames: readonly string[] = words(`
  github.com/spf13/cobra github.com/spf13/viper github.com/spf13/pflag github.com/stretchr/testify github.com/sirupsen/logrus
  github.com/gin-gonic/gin github.com/gorilla/mux github.com/gorilla/websocket github.com/labstack/echo
  github.com/labstack/echo/v4 github.com/gofiber/fiber github.com/gofiber/fiber/v2 github.com/go-chi/chi
  github.com/go-chi/chi/v5 github.com/pkg/errors github.com/google/uuid github.com/google/go-cmp github.com/joho/godotenv
  github.com/golang-jwt/jwt github.com/golang-jwt/jwt/v5 github.com/go-sql-driver/mysql github.com/lib/pq
  github.com/jackc/pgx/v5 github.com/mattn/go-sqlite3 github.com/redis/go-redis/v9 github.com/go-redis/redis
  github.com/prometheus/client_golang github.com/urfave/cli github.com/urfave/cli/v2 github.com/fatih/color
  github.com/hashicorp/go-multierror github.com/aws/aws-sdk-go github.com/aws/aws-sdk-go-v2 github.com/boltdb/bolt
  github.com/shopspring/decimal go.uber.org/zap go.uber.org/multierr golang.org/x/crypto golang.org/x/net golang.org/x/sys
  golang.org/x/text golang.org/x/sync google.golang.org/grpc google.golang.org/protobuf gorm.io/gorm gopkg.in/yaml.v3`);

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}
