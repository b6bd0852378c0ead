from legibly_command import main

main()
